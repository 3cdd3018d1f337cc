#!/usr/bin/env python3
"""Writes the Swift files of Unicode tables beside this script.

    python3 GenerateTables.py FOLDER

FOLDER holds files of the Unicode Character Database, all of one version (unicode.org/Public):
UnicodeData.txt, CaseFolding.txt, DerivedNormalizationProps.txt, auxiliary/WordBreakProperty.txt
and emoji/emoji-data.txt, without their subfolders.

The tables are printable ASCII inside string literals, because a Swift array literal of this size
takes seconds to compile. A number is written in digits of base 94, "!" to "~". A table over all
scalars is cut into pages; equal pages are stored once, as a block, and an index names the block
of each page.
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(sys.argv[1])
TARGET = pathlib.Path(__file__).resolve().parent
# Every scalar from here on is unassigned, private, or one of the tags and selectors of plane 14,
# which the Swift code treats without a table.
LIMIT = 0x40000


# Reading the database


def records(name):
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [part.strip() for part in line.split(";")]


def ranges(name, value_column=1):
    for record in records(name):
        ends = record[0].split("..")
        for scalar in range(int(ends[0], 16), int(ends[-1], 16) + 1):
            yield scalar, record[value_column]


def version():
    first = (FOLDER / "CaseFolding.txt").read_text(encoding="utf-8").splitlines()[0]
    return re.search(r"(\d+\.\d+\.\d+)", first).group(1)


category, combining, decomposition = {}, {}, {}
is_compatibility = set()
start_of_range = None
for record in records("UnicodeData.txt"):
    scalar = int(record[0], 16)
    members = range(start_of_range, scalar + 1) if record[1].endswith("Last>") else [scalar]
    start_of_range = scalar if record[1].endswith("First>") else None
    for member in members:
        category[member] = record[2]
        if record[3] != "0":
            combining[member] = int(record[3])
    if record[5]:
        parts = record[5].split()
        if parts[0].startswith("<"):
            is_compatibility.add(scalar)
            parts = parts[1:]
        decomposition[scalar] = [int(part, 16) for part in parts]

case_folding = {
    int(r[0], 16): [int(x, 16) for x in r[2].split()]
    for r in records("CaseFolding.txt")
    if r[1] in ("C", "F")
}
word_break = dict(ranges("WordBreakProperty.txt"))
pictographs = {s for s, value in ranges("emoji-data.txt") if value == "Extended_Pictographic"}
not_composed = {
    s for s, value in ranges("DerivedNormalizationProps.txt") if value == "Full_Composition_Exclusion"
}


# Decomposition (Unicode Standard Annex 15)


def is_hangul_syllable(scalar):
    return 0xAC00 <= scalar <= 0xD7A3


def decomposed(scalar, compatibility):
    """The full decomposition of one scalar. Hangul syllables are left to arithmetic in Swift."""
    if scalar not in decomposition or (scalar in is_compatibility and not compatibility):
        return [scalar]
    return [y for x in decomposition[scalar] for y in decomposed(x, compatibility)]


def ordered(scalars):
    """Puts marks into canonical order."""
    result, marks = [], []
    for scalar in scalars:
        if combining.get(scalar, 0):
            marks.append(scalar)
        else:
            result += sorted(marks, key=lambda s: combining[s]) + [scalar]
            marks = []
    return result + sorted(marks, key=lambda s: combining[s])


# Folding

# Letters that Unicode does not decompose, and the ASCII letters that people type instead: strokes,
# hooks, ligatures, small capitals, turned and phonetic letters. The choice of Lucene's
# ASCIIFoldingFilter for each. Capitals follow by case folding.
LETTERS = """
a ⱥɐəɚᴀᶏᶕₔ    aa ꜳ    ae æᴁᴂ    ao ꜵ    au ꜷ    av ꜹꜻ    ay ꜽ    b ƀɓƃʙᴃᵬᶀ    c ƈȼɕʗᴄↄꜿ
d ðđɖɗƌȡᴅᴆᵭᶁᶑꝺ    db ȸ    dz ʣʥ    e ǝɛɇɘɜɝɞʚᴇᴈᶒᶓᶔⱸⱻ    f ƒᵮᶂꜰꝼꟻ    g ɠǥɡɢʛᵷᵹᶃꝿ
h ħɥɦʜʮʯⱨⱶ    hv ƕ    i ıɩɨɪᴉᵻᵼᶖꟾ    j ȷɉɟʄʝᴊ    k ƙʞᴋᶄⱪꝁꝃꝅ    l łƚȴɫɬɭʟᴌᶅⱡꝇꝉꞁ    ll ỻ
ls ʪ    lz ʫ    m ɯɰɱᴍᵯᶆꟽꟿ    n ŋɲƞȵɳɴᴎᵰᶇ    o øɔɵᴏᴐᴖᴗᶗⱺꝋꝍ    oe œɶᴔ    oo ꝏ    ou ȣᴕ
p ƥᴘᵱᵽᶈꝑꝓꝕꟼ    q ĸɋʠꝗꝙ    qp ȹ    r ɍɼɽɾɿʀʁᴙᴚᵲᵳᶉꝛꞃ    s ſȿʂᵴᶊẜẝꜱꞅ    t ŧƫƭʈȶʇᴛᵵⱦꞇ
tc ʨ    th þᵺꝧ    ts ʦ    tz ꜩ    u ʉᴜᵾᶙ    ue ᵫ    v ʋʌᴠᶌỽⱱⱴꝟꝩ    vy ꝡ    w ƿʍᴡⱳ    x ᶍ
y ƴɏʎʏỿ    z ƶȝȥɀʐʑᴢᵶᶎⱬꝣ
0 ⓿    1 ⓵❶➀➊    2 ⓶❷➁➋    3 ⓷❸➂➌    4 ⓸❹➃➍    5 ⓹❺➄➎    6 ⓺❻➅➏    7 ⓻❼➆➐    8 ⓼❽➇➑
9 ⓽❾➈➒    10 ⓾❿➉➓    11 ⓫    12 ⓬    13 ⓭    14 ⓮    15 ⓯    16 ⓰    17 ⓱    18 ⓲    19 ⓳    20 ⓴
"""

# Signs inside words that have several forms. The half rings 02BE and 02BF, which transliterations
# use and nobody types, disappear; so do points inside words (Catalan "l·l").
SIGNS = {
    0x2018: "'", 0x2019: "'", 0x201B: "'", 0x02BB: "'", 0x02BC: "'", 0x02BD: "'", 0x05F3: "'",
    0x05F4: '"', 0x2044: "/", 0x02BE: "", 0x02BF: "", 0x00B7: "", 0x2027: "",
    # Arabic letters that differ between keyboards: Farsi yeh and alef maksura, keheh.
    0x06CC: "\u064A", 0x0649: "\u064A", 0x06A9: "\u0643",
    # Tatweel lengthens a line. Hangul fillers are invisible.
    0x0640: "", 0x115F: "", 0x1160: "",
}

# Letters of scripts without spaces that would become two words' parts: they stay one letter, so
# that the letters beside them keep their places.
KEPT = {0x0E33, 0x0EB3, 0x0EDC, 0x0EDD, 0x309F, 0x30FF}

letters = {}
fields = LETTERS.split()
for ascii_letters, variants in zip(fields[::2], fields[1::2]):
    for variant in variants:
        letters[ord(variant)] = [ord(x) for x in ascii_letters]
letters.update({s: [ord(x) for x in text] for s, text in SIGNS.items()})

digit_start = {}
for scalar in range(LIMIT):
    if category.get(scalar) == "Nd":
        digit_start[scalar] = None
for scalar in sorted(digit_start):
    # Decimal digits stand in runs of ten; the mathematical ones are decomposed before this is asked.
    previous = digit_start.get(scalar - 1)
    digit_start[scalar] = 0 if previous in (None, 9) else previous + 1


def is_ignorable(scalar):
    """Invisible signs, which never make a difference to a reader."""
    return (
        category.get(scalar) == "Cf"
        or 0xFE00 <= scalar <= 0xFE0F
        or scalar in (0x034F, 0x180B, 0x180C, 0x180D, 0x180F, 0x17B4, 0x17B5)
        or 0x1F3FB <= scalar <= 0x1F3FF  # the tones of skin
    )


def fold_case(scalars):
    """Decomposes canonically and folds case until nothing changes."""
    result = [
        y
        for x in scalars
        for d in decomposed(x, False)
        # The iota below stays a mark, as canonical order needs it.
        for y in ([d] if d == 0x0345 else case_folding.get(d, [d]))
    ]
    return result if result == scalars else fold_case(result)


def fold_fully(scalars):
    result = []
    for x in scalars:
        if x in KEPT:
            result.append(x)
            continue
        for d in decomposed(x, True):
            if is_ignorable(d):
                continue
            if d in letters:
                result += letters[d]
            elif d in digit_start and d > 0x7F:
                result.append(0x30 + digit_start[d])
            elif d == 0x0345:
                result.append(d)
            else:
                result += case_folding.get(d, [d])
    return result if result == scalars else fold_fully(result)


# Word classes

CLASSES = """other carriageReturn lineFeed newline space extend joiner format letter hebrewLetter
letterPictograph hangul katakana numeric connector regionalIndicator singleQuote doubleQuote
middleNumberLetter middleLetter colon middleNumber pictograph emoji unit symbol symbolPictograph
zeroWidthSpace katakanaSymbol""".split()
BY_PROPERTY = {
    "CR": "carriageReturn", "LF": "lineFeed", "Newline": "newline", "WSegSpace": "space",
    "Extend": "extend", "ZWJ": "joiner", "Format": "format", "ALetter": "letter",
    "Hebrew_Letter": "hebrewLetter", "Katakana": "katakana", "Numeric": "numeric",
    "ExtendNumLet": "connector", "Regional_Indicator": "regionalIndicator",
    "Single_Quote": "singleQuote", "Double_Quote": "doubleQuote",
    "MidNumLet": "middleNumberLetter", "MidLetter": "middleLetter", "MidNum": "middleNumber",
}
HANGUL = [(0x1100, 0x11FF), (0x3131, 0x318E), (0xA960, 0xA97C), (0xAC00, 0xD7A3),
          (0xD7B0, 0xD7FB), (0xFFA0, 0xFFDC)]
# Service mark and trade mark stand on a name and are no word of it.
MARKS_ON_NAMES = {0x2120, 0x2122}
# Signs that emoji-data.txt lists although they are normally typography: copyright, arrows, dashes.
TYPOGRAPHY = {0x3030, 0x303D}


def has_content(scalars):
    return any(category.get(s, "Cn")[0] in "LN" for s in scalars)


def class_of(scalar):
    property_name = word_break.get(scalar)
    kind = category.get(scalar, "Cn")
    is_pictograph = scalar in pictographs
    if property_name == "ALetter":
        if any(first <= scalar <= last for first, last in HANGUL):
            return "hangul"
        return "letterPictograph" if is_pictograph else "letter"
    if property_name == "MidLetter" and scalar in (0x3A, 0xFE55, 0xFF1A):
        return "colon"
    if property_name == "Katakana" and kind[0] != "L":
        return "katakanaSymbol"
    if property_name:
        return BY_PROPERTY[property_name]
    if scalar == 0x200B:
        return "zeroWidthSpace"
    if kind[0] == "L" or kind == "Nl":
        return "unit"
    if kind[0] == "N" or (scalar not in MARKS_ON_NAMES and has_content(fold_fully([scalar]))):
        return "symbolPictograph" if is_pictograph else "symbol"
    if is_pictograph:
        return "emoji" if scalar >= 0x231A and scalar not in TYPOGRAPHY else "pictograph"
    return "other"


WORD_CLASSES = {"letter", "hebrewLetter", "letterPictograph", "hangul", "katakana", "numeric",
                "connector", "extend", "unit"}


# Writing

FIRST_DIGIT = 0x21


def digits(value, count):
    text = ""
    for _ in range(count):
        text = chr(FIRST_DIGIT + value % 94) + text
        value //= 94
    assert value == 0
    return text


def literal(name, comment, text):
    assert "\\###" not in text and '"""###' not in text
    lines = [text[i : i + 960] for i in range(0, len(text), 960)]
    body = "\\###\n".join("    " + line for line in lines)
    return f'  /// {comment}\n  static let {name}: StaticString = ###"""\n{body}\n    """###\n'


def paged(name, comment, values, page_bits, width):
    """An index of two digits per page and blocks of `width` digits per value."""
    size = 1 << page_bits
    blocks, numbers, index = [], {}, ""
    for start in range(0, LIMIT, size):
        block = "".join(digits(values.get(s, 0), width) for s in range(start, start + size))
        if block not in numbers:
            numbers[block] = len(blocks)
            blocks.append(block)
        index += digits(numbers[block], 2)
    return literal(name + "Index", f"The block of each page of {size} scalars: {comment}.", index) + literal(
        name + "Blocks", f"{comment.capitalize()}, {width} digits per scalar.", "".join(blocks))


def write(name, comment, body):
    header = (
        f"// Generated by GenerateTables.py from the Unicode Character Database {version()}.\n"
        "// Unicode data © Unicode, Inc., under the Unicode License v3 (unicode.org/license.txt).\n"
        "// swift-format-ignore-file\n\n"
    )
    path = TARGET / name
    path.write_text(header + comment + body + "}\n", encoding="utf-8")
    print(f"{name}: {path.stat().st_size} bytes")


def write_classes():
    values = {s: CLASSES.index(class_of(s)) for s in range(LIMIT)}
    names = "".join(f"  case {name} = {number}\n" for number, name in enumerate(CLASSES))
    write(
        "WordClassTable.swift",
        "/// The class of every scalar; see ``WordClass``, whose raw values are the digits.\n"
        "enum WordClassTable {\n",
        paged("class", "word class", values, 7, 1),
    )
    print(names)


def write_foldings():
    targets, pool, offsets = {(): 0}, [], [0, 0]

    def number(scalars):
        key = tuple(scalars)
        if key not in targets:
            targets[key] = len(targets)
            pool.extend(key)
            offsets.append(len(pool))
        return targets[key]

    levels = [
        ("canonical", lambda s: decomposed(s, False)),
        ("caseless", lambda s: fold_case([s])),
        ("full", lambda s: fold_fully([s])),
    ]
    text = ""
    split = set()
    for name, mapping in levels:
        values = {}
        for scalar in range(LIMIT):
            if is_hangul_syllable(scalar) or 0xD800 <= scalar < 0xE000:
                continue
            result = ordered(mapping(scalar))
            if result == [scalar]:
                continue
            values[scalar] = 1 + number(result)
            if name == "full" and (
                class_of(scalar) in ("symbol", "symbolPictograph", "katakanaSymbol")
                or any(class_of(s) not in WORD_CLASSES | {"singleQuote", "doubleQuote"} for s in result)
            ):
                split.add(scalar)
        text += paged(name, f"target of {name} folding", values, 6, 2)
    text += literal("targetOffsets", "The start of each target in the pool and the end of the last, 3 digits each.",
                    "".join(digits(x, 3) for x in offsets))
    text += literal("targetPool", "The scalars of all targets, 3 digits each.",
                    "".join(digits(x, 3) for x in pool))
    orders = sorted(set(combining.values()))
    marks = {s: 1 + orders.index(c) for s, c in combining.items() if s < LIMIT}
    text += paged("order", "rank of the canonical combining class", marks, 6, 1)
    pairs = sorted(
        (tuple(parts), s)
        for s, parts in decomposition.items()
        if s not in is_compatibility and s not in not_composed and len(parts) == 2
    )
    text += literal("compositions", "Pairs and their compositions, sorted, 3 digits each.",
                    "".join(digits(x, 3) for pair, s in pairs for x in (*pair, s)))
    ranges = []
    for scalar in sorted(split):
        if ranges and ranges[-1][1] == scalar - 1:
            ranges[-1][1] = scalar
        else:
            ranges.append([scalar, scalar])
    text += literal("splitRanges", "The first and last of scalars whose full folding may not be one word.",
                    "".join(digits(x, 3) for pair in ranges for x in pair))
    above = 1 + orders.index(230)
    text += f"  /// The rank of marks above (canonical combining class 230).\n  static let orderAbove: UInt8 = {above}\n"
    write(
        "FoldingTables.swift",
        "/// The foldings of scalars at each level of ``Folding``; read by ``ScalarFolding``.\n"
        "enum FoldingTables {\n",
        text,
    )
    print(len(targets), "targets", len(pool), "pool", len(pairs), "pairs", len(ranges), "split ranges")


write_classes()
write_foldings()
