"""What every studio of a test imports and makes once, and every worker: `forked.py` forks from a process with it."""

import tempfile
from pathlib import Path

import pytest  # noqa: F401  the jobs of some tests are in their modules
import uvicorn.lifespan.on
import uvicorn.loops.auto
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto  # noqa: F401  each of these is what a server loads

import tengen.agents.lesson
import tengen.evaluators.onnx
import tengen.learning.jobs
import tengen.scaleout.local
import tengen.studio.web.server  # noqa: F401
from tengen.studio.web.app import create_app

with tempfile.TemporaryDirectory() as folder:
    create_app(Path(folder))
