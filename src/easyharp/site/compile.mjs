// Compile every Python file of a folder with Pyodide's own Python, each into a .pyc beside it.
// node compile.mjs PYODIDE FOLDER

import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ packages: [] });
python.mountNodeFS("/folder", folder);
const { PycInvalidationMode } = python.pyimport("py_compile");
const isDone = python.pyimport("compileall").compile_dir.callKwargs("/folder", {
  quiet: 1,
  legacy: true, // beside it, where imports from a zip look
  optimize: 2, // no docstrings, no assertions
  stripdir: "/folder",
  invalidation_mode: PycInvalidationMode.UNCHECKED_HASH, // no times: the same files give the same bytes
});
process.exit(isDone ? 0 : 1);
