"""The table of a match: what presenters say of it as parts of the page."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from whist.engine.game import DEAL, OVER
from whist.tables.drawing.macros import included, macro
from whist.tables.drawing.parts import Drawing, Element, Felt, Group, Part, Parts, Piece
from whist.tables.presenters import moment
from whist.tables.presenters.chat import Talk
from whist.tables.presenters.felt import Felt as FeltShown
from whist.tables.presenters.felt import Seat, strip_button
from whist.tables.presenters.games.board import Board
from whist.tables.presenters.games.family import DUEL
from whist.tables.presenters.hand import Hand
from whist.tables.presenters.log import LogLine
from whist.tables.presenters.panel import TablePanel
from whist.tables.presenters.sheet import Row, Sheet
from whist.tables.texts.labels import PACES
from whist.translations import in_one_language

if TYPE_CHECKING:
    from accounts.people.preferences import Preferences
    from whist.tables.match.selectors import TableView

_attributes, _whole = (macro("tables/felt/felt.html", name, is_remembered=False) for name in ("attributes", "whole"))
_info, _bids, _own, _theirs, _stock, _self, _turn, _standing, _tool = (
    macro("tables/felt/parts.html", name)
    for name in ("info", "bids", "own", "theirs", "stock", "self", "turn", "standing", "tool")
)
_why_begin, _why_end = (macro("tables/felt/parts.html", name) for name in ("why_begin", "why_end"))
_description, _plate, _lying = (macro("tables/felt/plates.html", name) for name in ("description", "plate", "lying"))
_hand_card = macro("tables/felt/cards.html", "hand_card")
_board_head = macro("tables/felt/board.html", "board_head")
_sheet_head, _sheet_row, _sheet_foot = (
    macro("tables/scores.html", f"sheet_{name}") for name in ("head", "row", "foot")
)
_log_line = macro("tables/log.html", "log_line")
_last = macro("tables/last.html", "last_trick")
_company = macro("tables/panel.html", "company")
_company_with_token = macro("tables/panel.html", "company", is_remembered=False)

RESTS, OPEN, REFUSED = "", "open", "refused"
"""A card of the hand that does nothing now, may be played, or may not although another may."""

Moment = dict[str, Any]
"""What `whist.tables.presenters.moment` says."""


FRESH = timedelta(seconds=0.3)
"""For so long the clock in a drawing is good for somebody else, too."""


@in_one_language
def table_drawing(view: TableView, preferences: Preferences, now: datetime, *, with_sheet: bool) -> Drawing:
    """The table for one viewer; the same drawing for all who see the same, such as a player's answer and their socket,
    or all spectators."""
    found = view.found.get(who := (*_eyes(view, preferences), with_sheet))
    if found is None or now - found[0] > FRESH:
        said = moment(view, preferences, now=now)
        found = view.found[who] = now, Drawing(table_elements(said, with_sheet=with_sheet))
    drawing: Drawing = found[1]
    return drawing


def _eyes(view: TableView, preferences: Preferences) -> tuple[object, ...]:
    """What of a viewer matters to what is drawn: of a spectator that they play no more, or may deal."""
    if view.seat is not None or view.observation.phase == OVER:
        return view.seat, view.viewer_id, preferences
    return None, view.lost_seat, view.viewer_id == view.table.host_id


@in_one_language
def table_elements(moment: Moment, *, with_sheet: bool, csrf_input: object = "") -> dict[str, Element]:
    """Everything that may change while the page stays, in the order in which a socket compresses it best: what changes
    with every move last, so that the window of 4 KB still holds it when the next one comes.

    ``with_sheet`` where the score sheet may be another than the page has; else at most its current row is drawn.
    """
    elements: list[Element] = []
    if with_sheet:
        elements += sheet_group(moment["sheet"]()), Part("counts", escape(moment["participation_line"]()), is_text=True)
    elif moment["with_row"] and (row := moment["current_row"]()):
        elements.append(row_part(row))
    felt, once = moment["felt"], moment["once"]
    elements += once("log drawn", partial(log_group, moment["log"])), once("last drawn", partial(last_part, felt))
    if moment["panel"]:
        elements.append(company_part(moment, csrf_input))
        if chat := moment["chat"]:
            elements.append(chat_part(chat))
    elements += Part("live", escape(moment["announcement"]), is_text=True), felt_element(moment, csrf_input)
    return {element.place: element for element in elements}


def page_parts(moment: Moment, csrf_input: object = "") -> dict[str, str]:
    """The same for a page that is drawn as a whole, by their places."""
    elements = table_elements(moment, with_sheet=True, csrf_input=csrf_input)
    return {place: mark_safe(element.html) for place, element in elements.items()}  # noqa: S308 - templates have escaped


# -- beside the felt ------------------------------------------------------------------------------------------------


def sheet_group(sheet: Sheet) -> Group:
    rows = [row_part(row) for row in sheet.rows]
    foot = Part("totals", _sheet_foot(sheet.totals))
    return Group("sheet", (_sheet_head(sheet.caption, sheet.columns), *rows, "</tbody>", foot, "</table>"))


def row_part(row: Row) -> Part:
    return Part(f"r{row.number}", _sheet_row(row))


def log_group(lines: tuple[LogLine, ...]) -> Group:
    """The newest line first; lines are counted from the oldest."""
    parts = [Part(f"l{number}", _log_line(number, lines[-1 - number])) for number in reversed(range(len(lines)))]
    return Group("log", ('<ol id="log" class="log">', *parts, "</ol>"), grows=True)


def last_part(felt: FeltShown) -> Part:
    return Part("last-trick", _last(felt.last_trick))


def chat_part(chat: Talk) -> Part:
    return Part("chat-lines", included("tables/chat_lines.html", {"chat": chat}))


def company_part(moment: Moment, csrf_input: object) -> Part:
    panel: TablePanel = moment["panel"]
    said = panel.may_leave, panel.may_pause, panel.may_rest, panel.votes, panel.has_voted, panel.is_paused
    pace = (tuple(PACES.items()), moment["pace"]) if panel.is_host else ()
    table_id, commitment = moment["table_id"], moment["felt"].commitment
    draw = _company_with_token if csrf_input else _company
    return Part("company", draw(table_id, *said, panel.free_seats, pace, commitment, csrf_input))


# -- the felt -------------------------------------------------------------------------------------------------------


def felt_element(moment: Moment, csrf_input: object = "") -> Felt:
    felt: FeltShown = moment["felt"]
    panel: TablePanel | None = moment["panel"]
    info = moment["once"]("info drawn", partial(_info_part, felt))
    inside = Group("f", ("", info, *_pieces(moment, felt, panel)))
    attributes = moment["once"]("attributes", partial(_attributes, felt, panel))
    attributes += f' data-seat="{felt.seat}" data-mine="{"1" if felt.is_my_turn else ""}"'
    if panel:
        attributes += f' data-now="{panel.now}"'
    at = f"{felt.match_id}.{felt.version}.{panel.revision if panel else ''}"
    return Felt(attributes, partial(_around, felt, attributes, csrf_input), inside, at)


def _around(felt: FeltShown, attributes: str, csrf_input: object, inside: str) -> str:
    """The whole felt.  Whose turn it is follows from its attributes; with a move the page marks the seat itself."""
    seat = f'<li id="p{felt.to_act}"'
    inside = inside.replace(seat, f'{seat} aria-current="true"', 1)
    return _whole(mark_safe(attributes), felt.action_url, csrf_input, felt.version, mark_safe(inside))  # noqa: S308


def _pieces(moment: Moment, felt: FeltShown, panel: TablePanel | None) -> tuple[Piece, ...]:
    if felt.match_result:
        return (_drawn("over", felt, panel),)
    if felt.closed:
        return (_drawn("closed", felt, panel),)
    seats = [moment["once"](("drawn", o.seat), partial(_seat_group, o, felt.layout)) for o in felt.opponents]
    middle = _duel(felt) if felt.layout == DUEL else _middle(felt)
    pieces: list[Piece] = ['<ol class="ring">', *seats, "</ol>", middle, _own_line(felt, panel), _why(felt, panel)]
    if felt.round_result:
        pieces.append(_drawn("round", felt, panel))
    elif felt.phase == DEAL:
        pieces.append(_drawn("start", felt, panel))
    elif felt.hand.cards:
        duty = Part("duty", escape(felt.hand.duty), is_text=True)
        pieces += _hand_parts(felt.hand), '<span id="duty" hidden>', duty, "</span>"
    elif panel and panel.free_seats:
        pieces.append(_drawn("free", felt, panel))
    return tuple(pieces)


def _hand_parts(hand: Hand) -> Parts:
    """The cards as they rest, and while one of them is to be played as they look then."""
    name = escape(_("Your hand"))
    begin = f'<div id="hand" class="hand" role="group" aria-label="{name}" aria-describedby="turn">'
    cards = tuple(Part(f"c{card.key}", _hand_card(card, RESTS)) for card in hand.cards)
    opened = (_hand_card(card, REFUSED if card.key in hand.refused else OPEN) for card in hand.cards)
    return Parts("hand", begin, cards, "</div>", "".join(opened) if hand.is_open else "")


def _drawn(name: str, felt: FeltShown, panel: TablePanel | None) -> Part:
    """What comes once a round or match, in the place of the hand or of everything."""
    return Part("below", included(f"tables/felt/{name}.html", {"felt": felt, "panel": panel}))


def _info_part(felt: FeltShown) -> Part:
    trump = felt.trump, felt.trump_suit, felt.trump_line
    return Part("info", _info(felt.round_line, felt.size_line, *trump, felt.is_dealt))


def _seat_group(o: Seat, layout: str) -> Group:
    """A player: in a sentence, as a plate, and what lies before them; at a duel that lies in the middle."""
    begin = f'<li id="p{o.seat}" class="{f"seat {o.team}".rstrip()}">'
    said = Part(f"d{o.seat}", _description(o)), Part(f"n{o.seat}", _plate(o))
    lying = () if layout == DUEL else (Part(f"s{o.seat}", _lying(o)),)
    return Group(f"p{o.seat}", (begin, *said, *lying, "</li>"))


MIDDLE = '<div id="middle" class="middle">'


def _middle(felt: FeltShown) -> Group:
    if felt.bidding:
        return Group("middle", (MIDDLE, Part("bids", _bids(felt.bidding)), "</div>"))
    board = (_board_group(felt.board),) if felt.board else ()
    own = Part("own", _own(felt.me.card))
    return Group("middle", (MIDDLE, *board, *_sum_line(felt), own, "</div>"))


def _duel(felt: FeltShown) -> Group:
    (other,) = felt.opponents
    stock = (Part("stock", _stock(felt.stock)),) if felt.stock else ()
    assert felt.board is not None
    aside = ('<div class="aside">', _board_group(felt.board), *_sum_line(felt), "</div>")
    cards = Part("theirs", _theirs(other.name, other.card)), Part("own", _own(felt.me.card))
    return Group("middle", (MIDDLE, *stock, *aside, '<div class="duel">', *cards, "</div>", "</div>"))


def _board_group(board: Board) -> Group:
    """The standing in a small table, of which with most tricks one number is another."""
    pieces: list[Piece] = [_board_head(board)]
    for row, (title, *numbers) in enumerate(board.rows):
        begin = f'<tr><th scope="row">{escape(title)}</th>'
        for column, number in enumerate(numbers):
            place = f"g{row}{column}"
            pieces += f'{begin}<td id="{place}">', Part(place, escape(number), is_text=True)
            begin = "</td>"
        pieces.append("</td></tr>")
    return Group("board", (*pieces, "</tbody></table>"))


def _sum_line(felt: FeltShown) -> tuple[Piece, ...]:
    return '<p id="sum" class="sum">', Part("sum", escape(felt.sum_line), is_text=True), "</p>"


def _own_line(felt: FeltShown, panel: TablePanel | None) -> Group:
    begin = f'<div id="me" class="{f"me {felt.me.team}".rstrip()}">'
    words = (
        Part("turn", _turn(felt.turn_line, panel.left if panel else "")),
        Part("my", _standing(felt.my_line, felt.me.standing)),
    )
    tool = Part("tool", _tool(strip_button(felt, panel)))
    return Group("me", (begin, _self(felt.me), "<p>", *words, "</p>", tool, "</div>"))


def _why(felt: FeltShown, panel: TablePanel | None) -> Part | Group:
    """Words that change with most moves, or nothing while cards are dealt."""
    state, votes = (panel.state, panel.votes) if panel else ("", "")
    words = felt.notice or state or felt.reason
    if votes:
        stop = "." if felt.reason and not felt.notice and not state else ""
        words = f"{words}{stop} {votes}.".lstrip()
    if felt.phase == DEAL and not words and not felt.prepared_line:
        return Part("why", '<p id="why" class="why"></p>')
    end = _why_end(felt.prepared_line, felt.prepared_url if felt.prepared_line else "")
    return Group("why", (_why_begin(felt.notice), Part("reason", escape(words), is_text=True), end))
