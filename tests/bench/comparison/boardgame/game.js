// Tricks for six, with as much state as the site has for a move: 48 cards, hands of eight, a sheet of twenty rounds.
// No trump and no bids. A card is a number; twelve of them make a suit.
export const SEATS = 6;
const HAND = 8;
const suitOf = (card) => Math.floor(card / 12);

export function setup() {
  const row = (round) => Array.from({length: SEATS}, (_, seat) => ((round * 7 + seat * 3) % 9) - 2);
  return deal({round: 0, scores: Array(SEATS).fill(0), sheet: Array.from({length: 20}, (_, round) => row(round))});
}

function deal(state) {
  const pack = [...Array(SEATS * HAND).keys()];
  for (let last = pack.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  const handOf = (seat) => pack.slice(seat * HAND, (seat + 1) * HAND).sort((a, b) => a - b);
  state.hands = Array.from({length: SEATS}, (_, seat) => handOf(seat));
  state.won = Array(SEATS).fill(0);
  state.trick = [];
  state.turn = state.round % SEATS;
  return state;
}

export function playable(state, seat) {
  const hand = state.hands[seat];
  const following = state.trick.length ? hand.filter((card) => suitOf(card) === suitOf(state.trick[0][1])) : [];
  return following.length ? following : hand;
}

// Whether the card was played; what is not allowed changes nothing.
export function play(state, seat, card) {
  if (seat !== state.turn || !playable(state, seat).includes(card)) return false;
  state.hands[seat].splice(state.hands[seat].indexOf(card), 1);
  state.trick.push([seat, card]);
  state.turn = (seat + 1) % SEATS;
  if (state.trick.length === SEATS) endTrick(state);
  return true;
}

function endTrick(state) {
  const led = suitOf(state.trick[0][1]);
  const following = state.trick.filter(([, card]) => suitOf(card) === led);
  const [winner] = following.reduce((best, each) => (each[1] > best[1] ? each : best));
  state.won[winner]++;
  state.last = state.trick.map(([seat, card]) => [seat, card]);
  state.trick = [];
  state.turn = winner;
  if (!state.hands[winner].length) {
    state.won.forEach((tricks, seat) => (state.scores[seat] += tricks));
    state.sheet = [...state.sheet.slice(1), [...state.won]];
    state.round++;
    deal(state);
  }
}
