"""Languages for the tests: gettext catalogs, and the locales that define number formats."""

import os
import re
import subprocess

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
TEMPLATE = os.path.join(ROOT, "po", "glint.pot")

ACCENTS = str.maketrans("aceghijnorsuyACEGHIJNORSUY", "áçéğĥíĵñóŕšúýÁÇÉĞĤÍĴÑÓŔŠÚÝ")
# Parts that a translation must not change: placeholders, file name patterns, mnemonics of menus.
KEPT = re.compile(r"%[0-9]+\$@|\{[a-z]+\}|\\.|_")


def stretched(text):
    """A pseudo-translation that is 40 % longer: “Save” is “[Šávé~~]”."""
    parts = KEPT.split(text)
    kept = KEPT.findall(text)
    accented = "".join(part.translate(ACCENTS) + (kept[index] if index < len(kept) else "") for index, part in enumerate(parts))
    more = round(0.4 * sum(map(len, parts)))
    # The padding is split into words, so that it wraps like other text.
    padding = " ".join("~" * min(6, more - start) for start in range(0, more, 6)) if more > 8 else "~" * more
    return f"{accented}{' ' if more > 8 else ''}{padding}"


def pseudo_language(folder):
    """Creates a catalog of the pseudo-language xx; returns the environment that selects it."""
    subprocess.run(["msginit", "--no-translator", "--locale=en", "--input", TEMPLATE, "--output", folder + "/en.po"],
                   check=True, capture_output=True)
    lines, translated = [], False
    with open(folder + "/en.po") as file:
        text = subprocess.run(["msgcat", "--no-wrap", "-"], stdin=file, check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        if line.startswith("msgid "):
            translated = line != 'msgid ""'
        match = re.fullmatch(r'(msgstr(?:\[\d\])? )"(.*)"', line)
        lines.append(f'{match[1]}"{stretched(match[2])}"' if match and translated and match[2] else line)
    return compile_catalog("\n".join(lines) + "\n", "xx", folder)


def compile_catalog(text, language, folder):
    """Compiles the text of a catalog; returns the environment that selects it."""
    folder_of_language = f"{folder}/locales/{language}/LC_MESSAGES"
    os.makedirs(folder_of_language)
    subprocess.run(["msgfmt", "-o", folder_of_language + "/glint.mo", "-"], input=text, text=True, check=True)
    return {"GLINT_LOCALES": folder + "/locales", "LANGUAGE": language}


def language(name, folder):
    """The environment that selects a language of po/."""
    with open(os.path.join(ROOT, "po", name + ".po")) as file:
        return compile_catalog(file.read(), name, folder)


def locale(name, folder):
    """Compiles a locale such as de_DE; returns the environment that selects it."""
    # The status is ignored: localedef's warning about characters missing from a charset has its own.
    subprocess.run(
        ["localedef", "--no-archive", "-i", name, "-f", "UTF-8", f"{folder}/{name}.UTF-8"], capture_output=True)
    assert os.path.exists(f"{folder}/{name}.UTF-8/LC_NUMERIC"), f"localedef made no {name}"
    return {"LOCPATH": folder, "LC_ALL": name + ".UTF-8"}
