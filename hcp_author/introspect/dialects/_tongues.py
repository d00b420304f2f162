"""Headings in other languages as the English ones that the readers know; every other line stays as it is."""

from __future__ import annotations

import re

MAX_TITLE = 40
_COLONS = ":："
# the English title: what it is called in German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian languages,
# Finnish, Polish, Czech, Russian, Ukrainian, Turkish, Greek, Chinese, Japanese, Korean
_WORDS = {
    "usage": """
        aufruf, verwendung, benutzung, gebrauch, utilisation, uso, utilização, modo de uso, gebruik, användning, bruk,
        brug, käyttö, użycie, sposób użycia, použití, использование, використання, kullanım, χρήση, 用法, 使用方法,
        使い方, 使用法, 사용법
    """,
    "options": """
        optionen, opciones, opzioni, opções, opties, alternativ, flaggor, tilvalg, valg, valitsimet, opcje, volby,
        přepínače, параметры, опции, ключи, параметри, seçenekler, επιλογές, 选项, 選項, オプション, 옵션
    """,
    "optional arguments": """
        optionale argumente, arguments optionnels, argumentos opcionales, argomenti opzionali, argumentos opcionais,
        необязательные аргументы, 可选参数
    """,
    "global options": """
        globale optionen, options globales, opciones globales, opzioni globali, opções globais, globale opties, globala
        flaggor, opcje globalne, глобальные параметры, глобальные опции, 全局选项, グローバルオプション
    """,
    "commands": """
        befehle, kommandos, unterbefehle, verfügbare befehle, commandes, sous-commandes, commandes disponibles,
        comandos, subcomandos, comandos disponibles, comandos disponíveis, comandi, sottocomandi, comandi disponibili,
        opdrachten, beschikbare opdrachten, kommandon, kommandoer, komennot, polecenia, dostępne polecenia, příkazy,
        команды, подкоманды, доступные команды, команди, komutlar, εντολές, 命令, 子命令, 可用命令, コマンド,
        サブコマンド, 명령, 명령어
    """,
    "positional arguments": """
        positionsargumente, positionale argumente, arguments positionnels, argumentos posicionales, argumentos
        posicionais, argomenti posizionali, позиционные аргументы, 位置参数, 位置引数
    """,
    "arguments": """
        argumente, argumentos, argomenti, argumenten, argumenty, аргументы, аргументи, argümanlar, ορίσματα, 参数,
        引数, 인수
    """,
    "examples": """
        beispiele, beispiel, exemples, exemple, ejemplos, ejemplo, esempi, esempio, exemplos, exemplo, voorbeelden,
        voorbeeld, exempel, eksempler, esimerkkejä, przykłady, przykład, příklady, примеры, пример, приклади, örnekler,
        παραδείγματα, 示例, 例子, 例, 使用例, 예제
    """,
    "description": """
        beschreibung, descripción, descrizione, descrição, beschrijving, beskrivning, beskrivelse, kuvaus, opis, popis,
        описание, опис, açıklama, περιγραφή, 描述, 説明, 설명
    """,
    "environment variables": """
        umgebungsvariablen, umgebung, variables d'environnement, variables de entorno, variabili d'ambiente, variáveis
        de ambiente, omgevingsvariabelen, miljövariabler, zmienne środowiskowe, переменные окружения, 环境变量, 環境変数
    """,
    "name": "bezeichnung, nom, nombre, nome, naam, namn, navn, nimi, nazwa, jméno, имя, назва, 名前, 名称, 이름",
    "synopsis": """
        übersicht, sinopsis, sinossi, sintassi, sinopse, overzicht, samenvatting, översikt, składnia, обзор, синтаксис,
        概要, 概述, 总览, 書式
    """,
    "see also": """
        siehe auch, voir aussi, véase también, vedere anche, veja também, zie ook, se även, zobacz też, zobacz także,
        viz také, смотрите также, см. также, 関連項目, 参见
    """,
}
_PLACES = {
    "command": """
        befehl, unterbefehl, commande, sous-commande, comando, subcomando, opdracht, kommando, komento, polecenie,
        příkaz, команда, komut, εντολή, 命令, 子命令, コマンド, サブコマンド, 명령
    """,
    "options": _WORDS["options"],
    "arguments": _WORDS["arguments"],
}
TITLES = {" ".join(word.split()): title for title, words in _WORDS.items() for word in words.split(",")}
PLACES = {" ".join(word.split()): place for place, words in _PLACES.items() for word in words.split(",")}
_PLACE = re.compile(r"[^\W\d_][\w-]{2,20}|[^\W\d_a-zA-Z]{2,8}")


def english(lines: list[str]) -> list[str]:
    """The lines, each heading of another language replaced, and what stands for a command or options in the usage."""
    found: list[str] = []
    usage = False
    for line in lines:
        said = _said(line) if line else None
        found.append(line if said is None else said)
        usage = bool(line) and (usage or found[-1].lstrip(" ")[:6].lower() == "usage:")
        if usage:
            found[-1] = _PLACE.sub(_placed, found[-1])
    return found


def _said(line: str) -> str | None:
    """The heading in English if a line is one in another language, or begins with the word for usage; else None."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    lead = next((text[:at] for at, char in enumerate(text[: MAX_TITLE + 1]) if char in _COLONS), "")
    if not lead:
        # without a colon a heading stands at the left edge and in capitals
        title = TITLES.get(text.lower()) if len(text) <= MAX_TITLE and not indent and text == text.upper() else None
        return title.upper() if title is not None else None
    title = TITLES.get(lead.rstrip().lower())
    rest = text[len(lead) + 1 :]
    if title is None or (rest.strip() and title != "usage"):
        return None
    return f"{indent}{_in_case(title, lead)}:{rest}"


def _in_case(title: str, model: str) -> str:
    """A title in the case of another one: small, with a capital, or in capitals (where its script knows them)."""
    if model[0].islower():
        return title
    return title.upper() if model.isupper() else title.capitalize()


def _placed(match: re.Match[str]) -> str:
    """What a word of a usage line stands for, in English, if it is one of those that stand for something."""
    word = match.group()
    place = PLACES.get(word.lower())
    return word if place is None else _in_case(place, word)
