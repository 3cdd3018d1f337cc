#!/usr/bin/env python3
"""Writes how many words the documents of two corpora have, and a hash of them, beside this script.

    pip install markdown-it-py
    python3 make-words.py FOLDER-OF-CORPORA

An opinion of its own on what a person reads: HTML is read by Python's html.parser, Markdown is
turned to HTML by markdown-it-py. The corpora's licences ask that texts are not passed on without
their authors' names, so only numbers are kept: per document one line, `count hash`.

A word is a run of ASCII letters and digits and of anything beyond ASCII but no-break spaces. The
hash is FNV-1a of the words in UTF-8, each followed by a line feed.
"""

import json
import lzma
import pathlib
import re
import sys
from html import unescape
from html.parser import HTMLParser

HERE = pathlib.Path(__file__).resolve().parent
# Every so many documents of the larger corpus.
MARKDOWN_STEP = 20

# What a browser sets apart, from the default style sheet of the HTML Standard.
APART = set(
    """address article aside blockquote body br button caption center col colgroup dd details dialog
    dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header
    hr html iframe img input legend li link main menu meta nav noframes ol optgroup option p param
    picture pre script search section select source style summary svg table tbody td textarea tfoot
    th thead title tr track ul video audio canvas object embed math image area map rp rt base
    noscript template mi mn mo ms mtext mtr mtd annotation""".split()
)
HIDDEN = {"script", "style", "iframe", "annotation"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.hidden = 0

    def handle_starttag(self, tag, attributes):
        if tag in APART:
            self.parts.append(" ")
        self.hidden += tag in HIDDEN

    def handle_endtag(self, tag):
        if tag in APART:
            self.parts.append(" ")
        if tag in HIDDEN and self.hidden:
            self.hidden -= 1

    def handle_data(self, data):
        if not self.hidden:
            self.parts.append(data)


def html_text(html):
    reader = Reader()
    reader.feed(html)
    reader.close()
    # A soft hyphen is not seen.
    return "".join(reader.parts).replace("\u00ad", "")


ARGUMENT = r"""\s*("[^"]*"|'[^']*'|[\w.-]*)\s*"""
MACRO = re.compile(
    r"\{\{\s*([A-Za-z][\w-]*)\s*(\(" + ARGUMENT + "(?:," + ARGUMENT + r")*\))?\s*\}\}"
)
REFERENCES = set(
    """csp glossary htmlelement httpheader httpmethod httpstatus livesamplelink mathmlelement rfc
    svgattr svgelement webextapiref""".split()
)


def macro_text(match):
    name = match[1].lower()
    if name not in REFERENCES and not name.endswith("xref"):
        return " "
    found = re.findall(r""""([^"]*)"|'([^']*)'|([\w.-]+)""", (match[2] or "()")[1:-1])
    arguments = ["".join(groups) for groups in found]
    if name == "rfc":
        return " ".join([match[1]] + arguments[:2])
    if len(arguments) > 1 and arguments[1]:
        return arguments[1]
    return arguments[0] if arguments else ""


def code_macro(match):
    text = macro_text(match)
    return unescape(re.sub("<[^>]*>", "", text)) if text.strip() else match[0]


def markdown_reader():
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    # A letter that no text has keeps macros in code, and escaped ones, from being read.
    brace = "\ue000"

    def code(self, tokens, index, options, env):
        content = tokens[index].content
        if tokens[index].type == "code_inline":
            content = MACRO.sub(code_macro, content)
        content = content.replace("{", brace)
        content = content.replace("&", "&amp;").replace("<", "&lt;")
        return content if tokens[index].type == "code_inline" else f"<p>{content}</p>"

    def image(self, tokens, index, options, env):
        return " " + self.renderInlineAsText(tokens[index].children, options, env) + " "

    for name in ("code_inline", "code_block", "fence"):
        reader.add_render_rule(name, code)
    reader.add_render_rule("image", image)

    def text(markdown):
        html = reader.render(markdown.replace("\\{", brace))
        # Quotes that are no part of a tag come back as references.
        html = MACRO.sub(macro_text, html.replace("&quot;", '"'))
        return html_text(html).replace(brace, "{")

    return text


def words(text):
    return re.findall("[0-9A-Za-z\u0080-\u009f\u00a1-\U0010ffff]+", text)


def line(text):
    found = words(text)
    value = 0xCBF29CE484222325
    for byte in "".join(word + "\n" for word in found).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{len(found)} {value:016x}\n"


def bodies(path):
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(each)["body"] for each in lines]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    pages = bodies(folder / "stackexchange-html.jsonl")
    (HERE / "stackexchange-words.txt").write_text("".join(line(html_text(page)) for page in pages))
    pages = bodies(folder / "mdn-en-4k.jsonl.xz")[::MARKDOWN_STEP]
    text = markdown_reader()
    (HERE / "mdn-words.txt").write_text("".join(line(text(page)) for page in pages))
