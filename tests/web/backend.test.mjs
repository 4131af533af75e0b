import assert from "node:assert/strict";
import { test } from "node:test";
import { BackendError } from "../../src/easyharp/web/backend.js";
import { HttpBackend } from "../../src/easyharp/web/http_backend.js";

/** Answer the next requests, and note them. @param {() => Response} answer */
function answering(answer) {
  /** @type {[unknown, RequestInit | undefined][]} */
  const requests = [];
  globalThis.fetch = async (input, init) => {
    requests.push([input, init]);
    return answer();
  };
  return requests;
}

/** @param {() => Response} answer @param {Partial<BackendError>} expected */
async function assertFails(answer, expected) {
  answering(answer);
  await assert.rejects(new HttpBackend().ask("undo", {}), (error) => {
    assert.ok(error instanceof BackendError);
    assert.equal(error.pointer, expected.pointer);
    if (expected.message) assert.equal(error.message, expected.message);
    return true;
  });
}

test("an ask is a POST of JSON to its own address, and its answer is what came", async () => {
  const requests = answering(() => Response.json({ record: "r" }));
  assert.deepEqual(await new HttpBackend().ask("act", { source: "1" }), { record: "r" });
  const [[url, init]] = requests;
  assert.equal(String(url), String(new URL("../../src/easyharp/web/api/act", import.meta.url)));
  assert.equal(init?.method, "POST");
  assert.equal(init?.body, '{"source":"1"}');
  assert.equal(new Headers(init?.headers).get("content-type"), "application/json");
});

test("where the engine itself does not answer, nothing in the question is blamed", async () => {
  await assertFails(() => { throw new TypeError("fetch failed"); }, { pointer: null });
  await assertFails(() => new Response("oops", { status: 502 }), { pointer: null, message: "HTTP 502" });
  await assertFails(() => new Response("no", { status: 404 }), { pointer: null, message: "HTTP 404" });
});

test("an engine that does not understand says why", async () => {
  const problem = { status: 422, detail: "'source' should be text", pointer: "/source" };
  await assertFails(() => Response.json(problem, { status: 422 }), { pointer: "/source", message: problem.detail });
  await assertFails(() => Response.json({}, { status: 422 }), { pointer: "", message: "HTTP 422" });
});

test("an answer that is no JSON is an error", async () => {
  await assertFails(() => new Response("<html>"), { pointer: null });
});

test("a question can be given up", async () => {
  const given = new AbortController();
  globalThis.fetch = (_input, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  const asked = new HttpBackend().ask("hint", {}, { signal: given.signal });
  given.abort();
  await assert.rejects(asked, BackendError);
});
