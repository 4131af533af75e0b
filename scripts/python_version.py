"""Every script imports this first: a Python that is too old is told so in a sentence.

So that it can be, this file and play.py have to parse on any Python, and the other scripts on 3.6 and newer.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Easy Harp needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"
        "Install a newer Python and start this script with it, for example: python3.13 %s"
        % (sys.version_info[0], sys.version_info[1], sys.executable, sys.argv[0])
    )
