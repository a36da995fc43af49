"""The rules and the bots run on a bare Python: no framework, no third-party package."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""


@pytest.mark.parametrize("package", ["whist.engine", "whist.bots"])
def test_package_imports_without_site_packages(package: str):
    done = subprocess.run([sys.executable, "-S", "-c", IMPORT_ALL, package], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
