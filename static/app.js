// Comforts at the table, which works without. docs/live-updates.md explains the second half.
(() => {
"use strict";
const $ = (selector) => document.querySelector(selector);
const on = (name, listener, options) => document.addEventListener(name, listener, options);
const moment = () => { const { match, version } = $("#felt").dataset; return match + "/" + version; };
let sent = "";  // the moment that a move was made for

// What `drawing/parts.py` writes short, as htmx reads it.
const SWAPS = ["outerMorph", "textContent", "afterbegin", "afterend", "delete", "none"];
const take = (news, sourceElement) => htmx.swap({
  sourceElement,
  swap: "none",
  text: news.replace(/<(\d)(.+?)>(.*?)(?=<\d|$)/gs, (_, how, place, html) =>
    `<hx-partial hx-target="#${place}" hx-swap="${SWAPS[how]}">${html}</hx-partial>`),
});

(() => {
  const table = $("#table");
  if (!$("#f")) return;
  document.documentElement.classList.add("js");

  const felt = () => $("#felt").dataset;
  const CARDS = "#hand button, .stock button";
  const hand = () => [...document.querySelectorAll("#hand button")];
  const icon = $("link[rel=icon]");
  const idle = icon.href;
  let selected = "";
  let since = "";
  let focused = -1;
  let pointer = "";

  const select = (id) => {
    selected = id;
    since = moment();
    for (const card of document.querySelectorAll(CARDS)) card.classList.toggle("selected", card.id === id);
  };
  const rove = (chosen) => {
    for (const card of hand()) card.tabIndex = card === chosen ? 0 : -1;
  };
  // After a swap: one tab stop, the same card selected, the focus where it was or near, the mark in the title.
  const refresh = () => {
    const cards = hand();
    if (document.activeElement === document.body && focused >= 0) {
      const next = $(".keys button, .stock button") || cards[Math.min(focused, cards.length - 1)] || $("#deal") || $("#lb");
      next?.focus({ preventScroll: true });
    }
    const { mine } = felt();
    rove(cards.find((card) => card === document.activeElement) || cards.find((card) => !card.ariaDisabled) || cards[0]);
    if (refusal.at === moment()) refuse();
    if (selected) select(since === moment() ? selected : "");
    if (!$("#last").textContent.trim()) $("#last").hidePopover();
    document.title = (mine ? `● ${table.dataset.turn} – ` : "") + table.dataset.title;
    icon.href = mine ? table.dataset.icon : idle;
  };

  let refusal = {};
  const refuse = () => {
    const why = $("#why");
    why.textContent = refusal.words;
    why.classList.add("no");
  };

  on("pointerdown", ({ pointerType, target }) => {
    pointer = pointerType;
    if (!target.closest(CARDS)) select("");
  }, true);

  on("click", (event) => {
    const button = event.target.closest("#f button");
    if (!button) return;
    const { tap } = table.dataset;
    const twice = tap === "twice" || (tap === "auto" && pointer === "touch");
    if (event.detail > 1 && selected !== button.id) {
      // The second half of a double click may already meet something else.
      event.preventDefault();
    } else if (button.ariaDisabled === "true") {
      event.preventDefault();
      const card = button.ariaLabel;
      refusal = { at: moment(), words: card ? `${card}, ${$("#duty").textContent}` : $("#bf").textContent };
      refuse();
      $("#live").textContent = refusal.words;
    } else if (button.matches(CARDS) && button.name && event.detail && twice && selected !== button.id) {
      event.preventDefault();
      select(button.id);
    }
  }, true);

  on("submit", (event) => {
    if (event.target.id !== "f") return;
    if (sent === moment()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    sent = moment();
    select("");
  }, true);
  window.addEventListener("pageshow", () => { sent = ""; });
  on("htmx:after:swap", refresh);
  // What the reader has unfolded stays so when the table comes anew.
  htmx.config.morphIgnore.push("open");

  on("focusin", ({ target }) => {
    focused = target.closest("#felt") ? Math.max(0, hand().indexOf(target)) : -1;
    if (target.closest("#hand")) rove(target);
  });

  const open = (id) => {
    const box = document.getElementById(id);
    if (id === "last" && !box.textContent.trim()) return;
    if (getComputedStyle(box).position === "static") $("#tab-sheet").focus();
    else box.togglePopover();
  };
  on("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) {
      event.preventDefault();
      open(opener.dataset.open);
    }
    if (opener || !event.target.closest("#menu")) $("#menu").open = false;
  });

  // Two digits in quick succession are one number where so many cards are dealt.
  let typed = "", typing;
  const bid = (digit) => {
    clearTimeout(typing);
    typed += digit;
    const send = () => {
      $(`#b${Number(typed)}`)?.click();
      typed = "";
    };
    if ($(`.keys [id^=b${typed}]:not(#b${typed})`)) typing = setTimeout(send, 700);
    else send();
  };

  const step = (by) => {
    const cards = hand();
    cards.at((cards.indexOf(document.activeElement) + by) % cards.length).focus();
  };
  const close = () => {
    if ($("#menu :focus")) $("#menu summary").focus();
    $("#menu").open = false;
    select("");
  };
  const keys = { l: () => open("last"), s: () => open("side"), "?": () => $("[hx-get$='/keys/']").click(), Escape: close };
  const inHand = { ArrowRight: 1, ArrowLeft: -1 };

  on("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select, input:not([type=radio])")) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    const choice = /^\d$/.test(key) && $(`.keys, [aria-keyshortcuts="${key}"]`);
    if (choice?.name) choice.click();
    else if (choice) bid(key);
    else if (keys[name]) keys[name]();
    else if (inHand[key] && target.closest("#hand")) step(inHand[key]);
    else return;
    if (key !== "Escape") event.preventDefault();
  });

  if (table.dataset.sounds) on("click", () => import(table.dataset.sounds), { once: true });

  refresh();
})();

(() => {
  const table = $("[data-socket]");
  if (!table) return;

  const TICK = 5000, PING_AFTER = 20000, LONGEST_WAIT = 8000, REPLACED = 4408;
  const banner = $("#connection");
  // A refusal is answered at the address of its form, which is no page.
  if (table.id) history.replaceState(null, "", table.dataset.feltUrl.split("felt")[0]);
  const felt = () => $("#felt") || $("#tables");
  let socket, retry, failures = 0, heard = 0, fetched = 0, asked = false;

  const revision = (shown) => Number(shown.revision || 0);
  const isNewer = (next, now) =>
    (next.match - now.match || next.version - now.version) > 0 || revision(next) > revision(now);

  // An answer overtaken on its way must not turn the table back, and a push of what is already there brings nothing.
  on("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    for (const { fragment } of tasks) if (fragment.children.length) fragment.replaceChildren(...fragment.children);
    const now = felt().dataset;
    // The list of tables has no number to compare; while its socket speaks, it knows best.
    if (now.shown && ctx.request && heard > fetched) event.preventDefault();
    const next = tasks.find(({ target }) => target === felt())?.fragment.querySelector("#felt");
    if (!next) return;
    // The chairs and a match are two pages, whoever brings the news: a push, a poll or the answer to a press.
    if ((next.dataset.phase === "wait") !== (now.phase === "wait")) {
      event.preventDefault();
      return location.reload();
    }
    if (isNewer(now, next.dataset) || (!isNewer(next.dataset, now) && !ctx.request)) return event.preventDefault();
    if (!next.firstChild) {
      // Some parts of the table, good only for a page that shows what they follow, with no refusal in it.
      if (next.dataset.from !== `${now.match}.${now.version}.${now.revision || ""}` || $("#why.no")) {
        event.preventDefault();
        return refresh();
      }
      for (const { name, value } of next.attributes) felt().setAttribute(name, value);
      felt().querySelector("[name=version]").value = next.dataset.version;
      for (const seat of document.querySelectorAll(".seat")) seat.ariaCurrent = seat.id === "p" + next.dataset.toAct || null;
      // The hand comes anew when one of its cards is to be played; else it rests.
      for (const card of document.querySelectorAll("#hand button")) {
        card.type = "button";
        for (const name of ["name", "value", "aria-disabled", "aria-describedby"]) card.removeAttribute(name);
      }
    }
  });

  // An answer without a table leaves it to the socket, and if that does not bring it, it is fetched.
  on("htmx:finally:request", ({ detail }) => {
    const at = sent;
    if (!at || detail.ctx.text !== "" || at !== moment()) sent = "";
    else setTimeout(() => at === moment() && refresh(), 1000);
  });

  // A refusal brings the table; after anything worse only a fresh page tells the truth.
  on("htmx:response:error", ({ detail }) => {
    const { status } = detail.ctx.response;
    if (status >= 500) {
      // Passing trouble: the move can be made again once the table is there.
      const why = $("#why");
      if (why) why.textContent = banner.textContent;
      setTimeout(comeBack, 3000);
    } else if ([403, 404].includes(status)) location.reload();
  });

  const refresh = () => {
    fetched = Date.now();
    htmx.ajax("GET", table.dataset.feltUrl, { source: table, swap: "none" });
  };

  const connect = () => {
    clearTimeout(retry);
    const url = new URL(table.dataset.socket, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = new URLSearchParams({ ...felt().dataset, lang: document.documentElement.lang });
    const opened = socket = new WebSocket(url);
    asked = false;
    opened.onopen = () => { heard = Date.now(); failures = 0; banner.hidden = true; };
    opened.onmessage = ({ data }) => {
      heard = Date.now();
      asked = false;
      if (data !== "pong") take(data, table);
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
  on("visibilitychange", comeBack);
  window.addEventListener("online", comeBack);
  connect();
})();

// The clock of a friends' table. It only counts down what the server said; nothing runs out here.
(() => {
  if (!$("#chat")) return;
  const COUNTED = 600;  // seconds; a longer time stands in the page's own words
  let due = 0, ahead = 0;

  const read = () => {
    const { due: until, now } = $("#felt").dataset;
    due = Number(until);
    ahead = now ? Number(now) - Date.now() : ahead;
    show();
  };
  const show = () => {
    const clock = $("#clock");
    if (!clock || !due) return;
    const left = Math.max(0, Math.round((due - Date.now() - ahead) / 1000));
    if (left >= COUNTED) return;
    clock.textContent = left < 90 ? `${left} s` : new Date(left * 1000).toISOString().slice(15, 19);  // or 4:05
    clock.classList.toggle("late", left <= 5);
  };

  on("htmx:after:swap", read);
  setInterval(show, 1000);
  read();
})();

// The chat of friends opens here; the rest of its comforts comes with the first press, or when there is something to read.
(() => {
  const chat = $("#chat");
  if (!chat) return;
  const table = chat.dataset.table;
  const newest = () => Number($("#chat-lines").dataset.newest);
  const seen = sessionStorage[`chat ${table}`] ??= newest();
  const load = () => import(chat.dataset.script);

  const open = (event) => {
    event.preventDefault();
    const tab = $("#tab-chat"), box = chat.closest("[popover]");
    if (tab) tab.checked = true;
    if (box && getComputedStyle(box).position !== "static" && !box.matches(":popover-open")) box.showPopover();
    ($("#chat-text") || $("#chat-presets")?.firstElementChild)?.focus();
    load().then(({ count }) => count());
  };
  on("click", (event) => { if (event.target.closest("[data-chat]")) open(event); });
  on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, textarea, input:not([type=radio])")) return;
    if (event.key === "/" || event.key.toLowerCase() === "c") open(event);
  });

  for (const name of ["pointerdown", "keydown"]) on(name, load, { once: true });
  const read = () => { if (newest() > seen || sessionStorage[`draft ${table}`] || chat.checkVisibility()) load(); };
  on("htmx:after:swap", read);
  read();

  // What was said travels with a table, and is heard although that table was overtaken and dropped.
  on("htmx:before:swap", ({ defaultPrevented, detail }) => {
    const lines = defaultPrevented && detail.tasks.find(({ target }) => target?.id === "chat-lines")?.fragment.firstElementChild;
    if (!lines || lines.dataset.newest < newest()) return;
    take("<0chat-lines>" + lines.outerHTML, chat);
  });
})();
})();
