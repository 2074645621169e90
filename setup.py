"""Only the search is compiled, and only where that is possible; all else stands in ``pyproject.toml``.

Without Cython or a C compiler the same source runs as plain Python.
"""

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from Cython.Build import cythonize
except ImportError:
    cythonize = None


class IfPossible(build_ext):
    """An ``optional`` extension may fail to compile; this one may lack the compiler, too."""

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:
            self.warn(f"{ext.name} is not compiled and runs as plain Python ({error})")


extensions = [Extension("bot.core.search.solve", ["bot/core/search/solve.py"], optional=True)]
if cythonize is not None:
    directives = {"annotation_typing": False, "boundscheck": False, "wraparound": False, "cdivision": True}
    extensions = cythonize(extensions, build_dir="build/cython", language_level=3, compiler_directives=directives)

setup(ext_modules=extensions if cythonize is not None else [], cmdclass={"build_ext": IfPossible})
