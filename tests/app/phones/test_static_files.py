"""Static files that every page loads."""

import pytest

from app.web.static_files import FOLDER, lean, minify_css

CSS = (FOLDER / "phone.css").read_text("utf-8")


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("a {\n  color: red;\n}\n", "a{color:red}"),
        ("/* of\n two lines */\na,\nb > i {\n  margin: 0 1px;\n}", "a,b>i{margin:0 1px}"),
        ("a :hover {\n  top: calc(1px + 2px);\n}", "a :hover{top:calc(1px + 2px)}"),
        ('a::after { content: "…"; }', 'a::after{content:"…"}'),
        ("@media (max-width: 9rem) {\n  a {\n    top: 0;\n  }\n}", "@media (max-width:9rem){a{top:0}}"),
    ],
    ids=["rule", "comment and selectors", "blanks that mean something", "string", "media"],
)
def test_style_sheet_is_minified(written, served):
    assert minify_css(written) == served
    assert minify_css(served) == served


def test_style_sheet_has_no_string_that_minifying_would_change():
    assert all(not set(string) & set("{};,>") for string in CSS.split('"')[1::2] if string != "Segoe UI")


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("if (a === b) {\n  go();\n}\n", "if (a===b){go();}\n"),
        ("a = b; // they're alike,\nc();\n", "a=b;// they're alike,\nc();"),
        ("on(() => x ? y : z, // why\n  1);\n", "on(()=>x?y:z,1);"),
        ("say(\"one, two\", `{ ${three} }`, 'a { b');\n", "say(\"one, two\",`{ ${three} }`,'a { b');"),
    ],
    ids=["signs and breaks", "a comment that may be a string", "a comment", "strings"],
)
def test_script_is_minified(written, served):
    assert lean(".js", written) == served
