"""Cards prepared for one's next turn in matches that take days."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people.preferences import Preferences
from tests.app.tables.live.test_secrecy import cards_in, may_know
from tests.support.browsers import browser_of
from tests.support.friends import act, dealt, expiries, full_table, let_expire, to_act
from tests.support.matches import reread
from tests.support.races import at_once
from tests.support.slow import let_site_play, slow_match, until_play
from whist.engine.game import BID, DEAL, PLAY
from whist.tables.announcing.versions import NOTHING_SHOWN
from whist.tables.correspondence.premoves import prepare_cards
from whist.tables.live.frames import Asked, Viewer, draw
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.premoves import ANY, LEADING, decode
from whist.tables.match.state_cache import forget_states, state_of
from whist.tables.models import MatchSeat
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anas_lead(users):
    """All have bid and Ana is to lead, without trump.  Ana has the queen of diamonds, Bogdan 9D KD QC KC KS AS TH JH,
    Carmen TD AD 9S QS JS QH KH AH."""
    return until_play(slow_match(users), users, timezone.now())


ANA, BOGDAN, CARMEN = 0, 1, 2


def next_seat(match, ahead=1):
    return (to_act(match) + ahead) % 3


def hand_of(match, seat):
    return state_of(match).observe(seat).hand


def prepare(match, users, seat, cards):
    prepare_cards(match.table_id, users[seat], cards, timezone.now())


def plan(card, cards):
    """What is stored for a turn of the first round."""
    return {"round": 0, "card": card, "cards": cards}


def stored(match, seat):
    return MatchSeat.objects.get(match=match, seat=seat, to_action=None).prepared


def play(match, users, card):
    return act(match, users, timezone.now(), f"play:{card}")


def is_waited_for(match, user):
    return match.waits_for == user and match.due_at - timezone.now() > timedelta(hours=23)


@pytest.mark.parametrize(
    ("cards", "played"),
    [
        ({"D": "9D"}, "9D"),
        ({"D": "KD", "C": "QC"}, "KD"),
        ({ANY: "9D"}, "9D"),
        ({ANY: "KS", "D": "KD"}, "KD"),  # the suit goes before whatever is led
        ({LEADING: "KS", "H": "TH", "S": "AS", "C": "KC", "D": "9D", ANY: "KD"}, "9D"),
    ],
)
def test_card_is_played_at_once_when_its_condition_holds(anas_lead, users, cards, played):
    prepare(anas_lead, users, BOGDAN, cards)
    anas_lead = play(anas_lead, users, "QD")
    assert anas_lead.due_at - timezone.now() < timedelta(seconds=5)
    assert anas_lead.waits_for is None
    anas_lead = let_site_play(anas_lead)
    assert anas_lead.actions.endswith(f"QD{played}")
    assert anas_lead.actors == "ppppq"
    assert is_waited_for(anas_lead, users[CARMEN])


@pytest.mark.parametrize(
    "cards",
    [
        {"C": "QC"},
        {LEADING: "9D"},
        {"D": "KS"},  # refused: Bogdan has diamonds
        {ANY: "KS"},
        {"H": "TH", "S": "AS", "C": "KC", LEADING: "9D"},
    ],
)
def test_otherwise_the_player_has_to_play(anas_lead, users, cards):
    prepare(anas_lead, users, BOGDAN, cards)
    anas_lead = play(anas_lead, users, "QD")
    assert anas_lead.actors == "pppp"
    assert is_waited_for(anas_lead, users[BOGDAN])
    assert is_waited_for(play(anas_lead, users, "9D"), users[CARMEN])


def test_one_may_prepare_what_to_lead(anas_lead, users):
    anas_lead = play(play(anas_lead, users, "QD"), users, "KD")
    prepare(anas_lead, users, BOGDAN, {LEADING: "AS"})
    anas_lead = play(anas_lead, users, "TD")
    assert to_act(anas_lead) == BOGDAN
    anas_lead = let_site_play(anas_lead)
    assert anas_lead.actions.endswith("QDKDTDAS")
    assert anas_lead.actors.endswith("q")


def test_prepared_cards_are_for_one_turn_only(anas_lead, users):
    prepare(anas_lead, users, BOGDAN, {"D": "9D", "C": "KC", "S": "KS", "H": "TH", ANY: "AS"})
    anas_lead = play(let_site_play(play(anas_lead, users, "QD")), users, "TD")
    assert to_act(anas_lead) == ANA
    assert decode(stored(anas_lead, BOGDAN), state_of(anas_lead).observe(BOGDAN)) == {}
    anas_lead = act(anas_lead, users, timezone.now())
    assert is_waited_for(anas_lead, users[BOGDAN])


def test_what_did_not_come_true_is_forgotten(anas_lead, users):
    prepare(anas_lead, users, BOGDAN, {"S": "KS", "C": "KC", "H": "TH"})
    anas_lead = play(play(play(anas_lead, users, "QD"), users, "9D"), users, "TD")
    assert decode(stored(anas_lead, BOGDAN), state_of(anas_lead).observe(BOGDAN)) == {}
    assert is_waited_for(act(anas_lead, users, timezone.now()), users[BOGDAN])


def test_prepared_card_counts_as_own_and_ends_idleness(anas_lead, users):
    let_expire(anas_lead, BOGDAN)
    prepare(reread(anas_lead), users, BOGDAN, {"D": "9D"})
    anas_lead = let_site_play(play(reread(anas_lead), users, "QD"))
    assert anas_lead.actors.endswith("pq")
    assert not expiries(anas_lead)


def test_prepared_card_can_be_changed_and_withdrawn(anas_lead, users):
    prepare(anas_lead, users, BOGDAN, {"D": "9D"})
    prepare(anas_lead, users, BOGDAN, {"D": "KD"})
    assert stored(anas_lead, BOGDAN) == plan(0, {"D": "KD"})
    prepare(anas_lead, users, BOGDAN, {})
    assert stored(anas_lead, BOGDAN) == {}
    assert is_waited_for(play(anas_lead, users, "QD"), users[BOGDAN])


def test_it_is_forgotten_when_the_seat_changes_hands(anas_lead, users):
    prepare(anas_lead, users, BOGDAN, {"D": "9D"})
    seating.stand_up(anas_lead.table_id, users[BOGDAN], timezone.now())
    assert not MatchSeat.objects.exclude(prepared={}).filter(match=anas_lead, to_action=None).exists()


def test_prepared_card_of_another_round_means_nothing(anas_lead, users):
    prepare(anas_lead, users, BOGDAN, {"D": "9D"})
    MatchSeat.objects.filter(match=anas_lead, seat=BOGDAN).update(
        prepared={"round": 1, "card": 0, "cards": {"D": "9D"}}
    )
    assert is_waited_for(play(anas_lead, users, "QD"), users[BOGDAN])


@pytest.mark.parametrize("cards", [{"X": "9D"}, {"H": "none"}, {"D": "AD"}, {"D": "9D", ANY: "2C"}])
def test_only_cards_of_the_hand_on_known_conditions(anas_lead, users, cards):
    with pytest.raises(refusals.NotPreparable):
        prepare(anas_lead, users, BOGDAN, cards)
    assert stored(anas_lead, BOGDAN) == {}


def test_whose_turn_it_is_plays_instead(anas_lead, users):
    with pytest.raises(refusals.YourTurnAlready):
        prepare(anas_lead, users, ANA, {LEADING: "QD"})


def test_nothing_is_prepared_at_quick_tables_by_others_or_without_cards(users, anas_lead):
    quick = until_play(dealt(full_table(users, 3, clock="slow")), users, timezone.now())
    seat = next_seat(quick)
    with pytest.raises(refusals.NotCorrespondence):
        prepare(quick, users, seat, {ANY: hand_of(quick, seat)[0]})
    dan = User.objects.create_user("dan@example.org", name="Dan")
    with pytest.raises(PermissionDenied):
        prepare_cards(anas_lead.table_id, dan, {}, timezone.now())
    one_card = until_play(slow_match(users, options={"schedule": "1-8-1"}), users, timezone.now())
    seat = to_act(one_card)
    card = hand_of(one_card, seat)[0]
    while state_of(one_card).phase == PLAY:
        one_card = let_site_play(one_card)  # every card is forced
    assert state_of(one_card).phase == DEAL
    with pytest.raises(refusals.NothingToPrepare):
        prepare(one_card, users, seat, {ANY: card})


def test_card_may_be_prepared_while_others_bid(users):
    match = slow_match(users)
    assert state_of(match).phase == BID
    prepare(match, users, BOGDAN, {"D": "9D"})
    match = let_site_play(play(until_play(match, users, timezone.now()), users, "QD"))
    assert match.actors == "ppppq"


def test_face_down_cards_cannot_be_prepared(users):
    match = slow_match(users, options={"schedule": "1-8-1", "one_card": "forehead"})
    seat = next_seat(match)
    with pytest.raises(refusals.NothingToPrepare):
        prepare(match, users, seat, {ANY: "2C"})


def test_move_and_preparation_at_the_same_moment_lose_nothing(users):
    """Whichever comes first: a card that was accepted is played, and one that was not was refused with its reason."""
    for _ in range(6):
        match, now = until_play(slow_match(users), users, timezone.now()), timezone.now()
        table, version = match.table_id, match.version
        moved, prepared = at_once(
            partial(moves.play_action, table, users[ANA], "play:QD", version, now),
            partial(prepare_cards, table, users[BOGDAN], {"D": "9D"}, now),
        )
        assert not isinstance(moved, Exception), moved
        match = reread(match)
        if prepared is None:
            assert let_site_play(match).actors == "ppppq"
        else:
            assert isinstance(prepared, refusals.YourTurnAlready), prepared
            assert is_waited_for(match, users[BOGDAN])


def test_move_in_a_correspondence_match_takes_three_statements(anas_lead, users):
    state = state_of(anas_lead)
    action = state.legal_actions()[0]
    with CaptureQueriesContext(connection) as queries:
        moves.play_action(anas_lead.table_id, users[state.to_act], action, anas_lead.version, timezone.now())
    sent = [query["sql"] for query in queries if query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT")]
    assert len(sent) == 3, sent


# -- nobody else sees it ---------------------------------------------------------------------------------------------


def sent_to(match, user):
    """Every page and frame that the user can get of the table, without the random tokens of its forms."""
    browser = browser_of(user)
    pages = [f"/tables/{match.table_id}/{page}" for page in ("", "felt/", "sheet/", "prepared/")]
    texts = [browser.get(page).content.decode() for page in pages]
    wish = (Viewer(user.pk, "en", Preferences()), None)
    _moment, frames = draw(match.table_id, [Asked(wish, NOTHING_SHOWN)])
    everything = "".join(texts) + frames[wish].drawing.whole
    return re.sub(r'value="[A-Za-z0-9]{64}"|X-CSRFToken[^}]*}|data-now="[0-9]*"', "", everything)


def test_no_byte_tells_others_what_is_prepared_or_that_anything_is(anas_lead, users):
    others = (ANA, CARMEN)
    before = [sent_to(anas_lead, users[seat]) for seat in others]
    prepare(anas_lead, users, BOGDAN, {"D": "9D", "S": "AS"})
    forget_states()
    assert [sent_to(anas_lead, users[seat]) for seat in others] == before
    for seat in others:
        assert cards_in(sent_to(anas_lead, users[seat])) <= may_know(state_of(anas_lead), seat)


def test_owner_sees_it_at_the_table_and_on_its_page(anas_lead, users, client):
    client.force_login(users[BOGDAN])
    assert "Prepare a card for your next turn" in client.get(f"/tables/{anas_lead.table_id}/").content.decode()
    prepare(anas_lead, users, BOGDAN, {"D": "9D"})
    assert (
        "Prepared: 9 of diamonds if diamonds are led"
        in client.get(f"/tables/{anas_lead.table_id}/felt/").content.decode()
    )
    assert "Prepared now" in client.get(f"/tables/{anas_lead.table_id}/prepared/").content.decode()
    prepare(anas_lead, users, BOGDAN, {"D": "9D", "C": "QC"})
    assert "2 cards prepared" in client.get(f"/tables/{anas_lead.table_id}/felt/").content.decode()


def test_form_offers_what_may_come_into_question(anas_lead, users, client):
    client.force_login(users[CARMEN])
    page = client.get(f"/tables/{anas_lead.table_id}/prepared/").content.decode()
    assert re.findall(r'<select id="when-(.)"', page) == ["C", "D", "H", "S", "*"]
    diamonds = page.split('<select id="when-D"')[1].split("</select>")[0]
    assert re.findall(r'<option value="(..)"', diamonds) == ["AD", "TD"]
    anas_lead = play(anas_lead, users, "QD")
    page = client.get(f"/tables/{anas_lead.table_id}/prepared/").content.decode()
    assert re.findall(r'<select id="when-(.)"', page) == ["D"]
    client.force_login(users[ANA])
    page = client.get(f"/tables/{anas_lead.table_id}/prepared/").content.decode()
    assert re.findall(r'<select id="when-(.)"', page) == ["C", "D", "H", "S", "*", "L"]


def offer_on(client, page):
    """For which turn the forms of the page are."""
    offers = re.findall(r'<input type="hidden" name="offer" value="([^"]*)"', client.get(page).content.decode())
    assert len(set(offers)) == 1
    return {"offer": offers[0]}


def test_form_prepares_and_withdraws(anas_lead, users, client):
    page = f"/tables/{anas_lead.table_id}/prepared/"
    client.force_login(users[BOGDAN])
    offer = offer_on(client, page)
    answer = client.post(page, {"D": "9D", "C": "", **offer})
    assert (answer.status_code, answer.url) == (303, f"/tables/{anas_lead.table_id}/")
    assert stored(anas_lead, BOGDAN) == plan(0, {"D": "9D"})
    assert client.post(page, offer).status_code == 303
    assert stored(anas_lead, BOGDAN) == {}


@pytest.mark.parametrize("cards", [{"*": "AS", "H": "TH"}, {}])
def test_form_of_an_earlier_turn_is_refused(anas_lead, users, client, cards):
    """Neither is anything prepared nor what was prepared meanwhile taken back."""
    page = f"/tables/{anas_lead.table_id}/prepared/"
    client.force_login(users[BOGDAN])
    old = offer_on(client, page)
    anas_lead = play(play(anas_lead, users, "QD"), users, "KD")
    prepare(anas_lead, users, BOGDAN, {"S": "KS"})
    for offer in (old, {}):
        answer = client.post(page, {**cards, **offer})
        assert answer.status_code == 409
        assert "You have played since this page was opened." in answer.content.decode()
        assert stored(anas_lead, BOGDAN) == plan(1, {"S": "KS"})
    assert client.post(page, {**cards, **offer_on(client, page)}).status_code == 303


def test_form_stays_good_while_others_act(anas_lead, users, client):
    page = f"/tables/{anas_lead.table_id}/prepared/"
    anas_lead = play(play(play(anas_lead, users, "QD"), users, "KD"), users, "TD")
    client.force_login(users[ANA])
    offer = offer_on(client, page)
    play(anas_lead, users, "KS")
    card = hand_of(anas_lead, ANA)[0]
    assert client.post(page, {"*": card, **offer}).status_code == 303
    assert stored(anas_lead, ANA) == plan(1, {"*": card})


def test_form_of_another_match_is_refused(anas_lead, users, client):
    client.force_login(users[BOGDAN])
    offer = offer_on(client, f"/tables/{anas_lead.table_id}/prepared/")
    other = until_play(slow_match(users), users, timezone.now())
    assert client.post(f"/tables/{other.table_id}/prepared/", {"D": "9D", **offer}).status_code == 409
    assert stored(other, BOGDAN) == {}


def test_form_offers_to_lead_only_to_who_may(anas_lead, users, client):
    page = f"/tables/{anas_lead.table_id}/prepared/"
    client.force_login(users[BOGDAN])
    answer = client.post(page, {"L": "AS", **offer_on(client, page)})
    assert answer.status_code == 422
    assert "You do not lead at your next turn." in answer.content.decode()
    assert stored(anas_lead, BOGDAN) == {}
    anas_lead = play(play(anas_lead, users, "QD"), users, "KD")
    assert client.post(page, {"L": "AS", **offer_on(client, page)}).status_code == 303


def test_what_has_become_useless_is_left_out(anas_lead, users, client):
    """The page was opened during the bids, when he might have led; now somebody else does."""
    page = f"/tables/{anas_lead.table_id}/prepared/"
    client.force_login(users[BOGDAN])
    assert client.post(page, {"L": "AS", "D": "9D", **offer_on(client, page)}).status_code == 303
    assert stored(anas_lead, BOGDAN) == plan(0, {"D": "9D"})


def test_form_says_why_not(anas_lead, users, client):
    page = f"/tables/{anas_lead.table_id}/prepared/"
    client.force_login(users[BOGDAN])
    assert client.post(page, {"*": "1X"}).status_code == 400
    answer = client.post(page, {"*": "AD", **offer_on(client, page)})
    assert answer.status_code == 422
    assert "Choose among the cards of your hand" in answer.content.decode()
    offer = offer_on(client, page)
    client.force_login(users[ANA])  # Ana has played as many cards as Bogdan
    answer = client.post(page, {"L": "QD", **offer})
    assert answer.status_code == 422
    assert "It is your turn already" in answer.content.decode()
    client.force_login(User.objects.create_user("dan@example.org", name="Dan"))
    assert client.get(page).status_code == 403
    assert client.post(page, {"L": "QD"}).status_code == 403
    assert client.get("/tables/987654/prepared/").status_code == 404
