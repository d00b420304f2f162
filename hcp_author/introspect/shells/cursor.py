"""A place in a shell script, and how to pass over what says nothing there: blanks, comments, redirections."""

from __future__ import annotations

from hcp_author.introspect.shells import lexing


class Cursor:
    """A text and a place in it; `_documents` are the here-documents that begin at the line's end."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self._documents: list[str] = []

    def redirect(self) -> None:
        """Pass over a redirection; a here-document's text is passed over at the line's end."""
        if self.text.startswith(("<(", ">("), self.at):
            self.at = lexing.balanced(self.text, self.at + 1)
            return
        document = self.text.startswith("<<", self.at) and not self.text.startswith("<<<", self.at)
        while self.text[self.at : self.at + 1] and self.text[self.at] in "<>&-|":
            self.at += 1
        self.spaces()
        if self.text.startswith(("<(", ">("), self.at):
            return
        word, self.at = lexing.word(self.text, self.at)
        if document and word:
            self._documents.append(lexing.plain(word))

    def spaces(self) -> None:
        """Pass over blanks and continued lines, and over a comment."""
        text = self.text
        while self.at < len(text):
            if text[self.at] in " \t":
                self.at += 1
            elif text.startswith("\\\n", self.at):
                self.at += 2
            else:
                break
        if text[self.at : self.at + 1] == "#":
            end = text.find("\n", self.at)
            self.at = len(text) if end < 0 else end

    def blank(self) -> None:
        """Pass over blanks, comments, line ends, and the here-documents that begin there."""
        self.spaces()
        while self.text[self.at : self.at + 1] == "\n":
            self.at += 1
            for end in self._documents:
                self._past_document(end)
            self._documents = []
            self.spaces()

    def _past_document(self, end: str) -> None:
        while self.at < len(self.text):
            stop = self.text.find("\n", self.at)
            stop = len(self.text) if stop < 0 else stop
            line = self.text[self.at : stop]
            self.at = min(stop + 1, len(self.text))
            if line.strip() == end:
                break
