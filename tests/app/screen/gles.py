"""A context of OpenGL ES 2.0 without a window, by Mesa, that compiles shaders: a process of its own.

`python -m tests.app.screen.gles` reads a JSON list of programs (vertex shader, fragment shader) and prints what its
driver is and what is wrong with each; exit code 3 and a reason if there is no such context on this machine.
"""

import ctypes
import json
import os
import sys
from ctypes import byref, c_char_p, c_int, c_uint, c_void_p

SURFACELESS, NONE, OPENGL_ES_API = 0x31DD, 0x3038, 0x30A0
SURFACE_TYPE, PBUFFER, RENDERABLE, OPENGL_ES2, CLIENT_VERSION = 0x3033, 1, 0x3040, 4, 0x3098
VERTEX, FRAGMENT, COMPILED, LINKED, VERSION, LANGUAGE = 0x8B31, 0x8B30, 0x8B81, 0x8B82, 0x1F02, 0x8B8C


class NoContext(Exception):
    """No context of OpenGL ES 2.0 can be made here."""


def context():
    """Make a context current and return its GL."""
    os.environ |= {"MESA_GLES_VERSION_OVERRIDE": "2.0", "LIBGL_ALWAYS_SOFTWARE": "1"}
    try:
        egl, gl = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
    except OSError as error:
        raise NoContext(str(error)) from None
    for name in ("eglGetPlatformDisplay", "eglCreateContext"):
        getattr(egl, name).restype = c_void_p
    display = c_void_p(egl.eglGetPlatformDisplay(SURFACELESS, None, None))
    configs, many = (c_void_p * 1)(), c_int()
    wanted = (c_int * 5)(SURFACE_TYPE, PBUFFER, RENDERABLE, OPENGL_ES2, NONE)
    if not egl.eglInitialize(display, None, None):
        raise NoContext("EGL has no display without a surface (Mesa's EGL_MESA_platform_surfaceless)")
    egl.eglBindAPI(OPENGL_ES_API)
    if not egl.eglChooseConfig(display, wanted, configs, 1, byref(many)) or not many.value:
        raise NoContext("EGL has no configuration for OpenGL ES 2.0")
    made = egl.eglCreateContext(display, c_void_p(configs[0]), None, (c_int * 3)(CLIENT_VERSION, 2, NONE))
    if not made or not egl.eglMakeCurrent(display, None, None, c_void_p(made)):
        raise NoContext("EGL makes no context of OpenGL ES 2.0")
    gl.glGetString.restype = c_char_p
    return gl


def compile_program(gl, vertex, fragment):
    """Compile and link; return what the driver says against it."""
    program, said = gl.glCreateProgram(), []
    for kind, source in ((VERTEX, vertex), (FRAGMENT, fragment)):
        shader = gl.glCreateShader(kind)
        gl.glShaderSource(shader, 1, byref(c_char_p(source.encode())), None)
        gl.glCompileShader(shader)
        said += _complaint(gl.glGetShaderiv, gl.glGetShaderInfoLog, shader, COMPILED)
        gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    return said + _complaint(gl.glGetProgramiv, gl.glGetProgramInfoLog, program, LINKED)


def _complaint(ask, log, what, status):
    fine, text = c_int(), ctypes.create_string_buffer(4096)
    ask(c_uint(what), status, byref(fine))
    log(c_uint(what), len(text), None, text)
    return [] if fine.value else [text.value.decode(errors="replace").strip() or "it failed without a word"]


def main():
    try:
        gl = context()
    except NoContext as error:
        print(error)
        return 3
    programs = json.load(sys.stdin)
    driver = f"{gl.glGetString(VERSION).decode()}, {gl.glGetString(LANGUAGE).decode()}"
    print(json.dumps({"driver": driver, "wrong": [compile_program(gl, *each) for each in programs]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
