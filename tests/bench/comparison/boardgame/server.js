// boardgame.io over PostgreSQL: PORT=… DATABASE_URL=… node server.js
import {createRequire} from 'node:module';
import {SEATS, play, setup} from './game.js';

// Both packages are written for require().
const require = createRequire(import.meta.url);
const {Server, Origins} = require('boardgame.io/server');
const {INVALID_MOVE} = require('boardgame.io/core');
const {PostgresStore} = require('bgio-postgres');

const whist = {
  name: 'whist',
  setup,
  minPlayers: SEATS,
  maxPlayers: SEATS,
  // Nobody sees the cards of others.
  playerView: ({G, playerID}) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => -1))),
  }),
  turn: {order: {first: ({G}) => G.turn, next: ({G}) => G.turn}},
  moves: {
    play: {
      client: false,
      move: ({G, playerID, events}, card) => {
        if (!play(G, Number(playerID), card)) return INVALID_MOVE;
        events.endTurn({next: String(G.turn)});
      },
    },
  },
};

const {hostname: host, port, username, pathname} = new URL(process.env.DATABASE_URL);
const database = {database: pathname.slice(1), username, password: 'none', host, port: Number(port)};
const db = new PostgresStore({...database, dialect: 'postgres', logging: false});
const server = Server({games: [whist], db, origins: [Origins.LOCALHOST], apiOrigins: [Origins.LOCALHOST]});
server.run(Number(process.env.PORT));
