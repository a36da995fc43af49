// Keeps the table on the screen current. A push carries the whole felt and is only a hint; a GET is the truth.
(() => {
  "use strict";
  const table = document.querySelector("[data-socket]");
  if (!table) return;

  const TICK = 5000, PING_AFTER = 20000, LONGEST_WAIT = 8000, REPLACED = 4408;
  const banner = document.getElementById("connection");
  const felt = () => document.getElementById("felt");
  const waits = () => felt().dataset.phase === "wait";
  let socket, retry, failures = 0, heard = 0, asked = false;

  // The chairs have match and version 0, and a revision that grows with whatever is not a move.
  const revision = (shown) => shown.revision || 0;
  const isNewer = (next, now) =>
    (next.match - now.match || next.version - now.version) > 0 || revision(next) > revision(now);

  // An answer overtaken on its way must not turn the table back, and a push of what is already there brings nothing.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    // Line ends around an element would stay behind at every swap.
    for (const { fragment } of tasks) if (fragment.children.length) fragment.replaceChildren(...fragment.children);
    const next = tasks.find(({ target }) => target === felt())?.fragment.querySelector("#felt");
    if (!next) return;
    const now = felt().dataset;
    if (isNewer(now, next.dataset) || (!isNewer(next.dataset, now) && !ctx.request)) event.preventDefault();
  });

  // What comes is made of partials, which say themselves where they go.
  const refresh = () => htmx.ajax("GET", table.dataset.feltUrl, { source: table, swap: "none" });

  const connect = () => {
    clearTimeout(retry);
    const url = new URL(table.dataset.socket, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const { match, version } = felt().dataset;
    url.search = new URLSearchParams({ match, version, revision: revision(felt().dataset), lang: document.documentElement.lang });
    const opened = socket = new WebSocket(url);
    asked = false;
    opened.onopen = () => { heard = Date.now(); failures = 0; banner.hidden = true; };
    opened.onmessage = ({ data }) => {
      heard = Date.now();
      asked = false;
      // The chairs of friends and a match are pages of their own.
      if (data.includes('id="felt"') && data.includes('data-phase="wait"') !== waits()) location.reload();
      else if (data !== "pong") htmx.swap({ sourceElement: table, target: table, swap: "none", text: data });
    };
    opened.onclose = ({ code }) => { if (opened === socket) lose(code); };
  };

  // The first failure may be a passing one (a new page, a restart): the banner waits for the second.
  const lose = (code) => {
    socket = null;
    banner.hidden = ++failures < 2;
    if (code === REPLACED) return;
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** failures);
    retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  };

  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return document.hidden || refresh();
    if (asked) {
      socket.close();
      return lose();
    }
    asked = Date.now() - heard > PING_AFTER;
    if (asked) socket.send("ping");
  }, TICK);

  const comeBack = () => {
    if (document.hidden) return;
    refresh();
    if (!socket) connect();
  };
  document.addEventListener("visibilitychange", comeBack);
  window.addEventListener("online", comeBack);
  connect();
})();
