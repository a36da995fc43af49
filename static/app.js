// The table by hand: tap twice, arrow keys, shortcuts, focus after swaps. Everything here is a comfort: the page is a
// form and works without it. Texts come from the page, so nothing here needs translating.
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const table = $("#table");
  document.documentElement.classList.add("js");

  // A schedule that is not offered for the chosen number of players cannot be chosen.
  for (const form of document.querySelectorAll("form.options")) {
    const limit = () => {
      const seats = form.elements.seats.value;
      for (const option of form.querySelectorAll("option[data-seats]")) {
        option.disabled = !option.dataset.seats.split(" ").includes(seats);
        if (option.disabled && option.selected) option.parentNode.selectedIndex = 0;
      }
    };
    form.addEventListener("change", limit);
    limit();
  }
  if (!table) return;

  const felt = () => $("#felt");
  const hand = () => [...document.querySelectorAll("#hand button")];
  const isMyTurn = () => felt().dataset.seat !== "" && felt().dataset.seat === felt().dataset.toAct;
  const icon = $("link[rel=icon]");
  const say = (text) => { $("#live").textContent = text; };
  let sent = "";        // the version whose form is on its way
  let selected = "";    // id of the card that the next tap plays
  let focused = -1;     // where in the hand the focus was
  let pointer = "mouse";

  const select = (id) => {
    selected = id;
    for (const card of hand()) card.classList.toggle("sel", card.id === id);
  };

  const rove = (card) => {
    for (const other of hand()) other.tabIndex = other === card ? 0 : -1;
  };

  // After every swap: one tab stop, the same card selected, the focus where it was or next to it, the mark in the title.
  const refresh = () => {
    const cards = hand();
    const active = document.activeElement;
    if (active === document.body && focused >= 0) {
      const next = $("#felt .keys button") || cards[Math.min(focused, cards.length - 1)] || $("#deal") || $("#lb");
      if (next) next.focus({ preventScroll: true });
    }
    rove(cards.find((card) => card === document.activeElement) || cards.find((card) => !card.ariaDisabled) || cards[0]);
    if (selected) select(selected);
    document.title = (isMyTurn() ? `● ${table.dataset.turn} – ` : "") + table.dataset.title;
    icon.href = isMyTurn() ? table.dataset.icon : icon.dataset.idle || (icon.dataset.idle = icon.href);
  };

  const refuse = (button) => {
    const why = $("#why");
    why.textContent = button.getAttribute("aria-label") || $("#bf")?.textContent || "";
    why.classList.add("no");
    say(why.textContent);
  };

  const twice = () => table.dataset.tap === "twice" || (table.dataset.tap === "auto" && pointer === "touch");

  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (!event.target.closest("#hand")) select("");
  }, true);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#f button");
    if (!button) return;
    if (button.ariaDisabled === "true") {
      event.preventDefault();
      refuse(button);
    } else if (button.closest("#hand")) {
      const byKeyboard = event.detail === 0;
      if (button.name && !byKeyboard && twice() && selected !== button.id) {
        event.preventDefault();
        select(button.id);
      }
      rove(button);
    }
  }, true);

  // The second half of a double click: the same version is sent once.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "f") return;
    const { match, version } = felt().dataset;
    if (sent === match + version) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    sent = match + version;
    select("");
  }, true);
  // Refusals bring the table as it stands; after anything worse only a fresh page tells the truth.
  document.addEventListener("htmx:response:error", ({ detail }) => {
    if (![400, 409, 422].includes(detail.ctx.response.status)) location.reload();
  });
  document.addEventListener("htmx:finally:request", () => { sent = ""; });
  window.addEventListener("pageshow", () => { sent = ""; });
  document.addEventListener("htmx:after:swap", refresh);

  document.addEventListener("focusin", (event) => {
    const inFelt = event.target.closest("#felt");
    if (inFelt || event.target !== document.body) focused = inFelt ? Math.max(0, hand().indexOf(event.target)) : -1;
    if (event.target.closest("#hand")) rove(event.target);
  });

  const open = (id) => {
    const box = document.getElementById(id);
    if (!box) return false;
    if (id === "side" && getComputedStyle(box).position === "static") $("#tab-sheet").focus();
    else box.togglePopover();
    return true;
  };
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener && open(opener.dataset.open)) {
      event.preventDefault();
      $("#menu").open = false;
    } else if (!event.target.closest("#menu")) $("#menu").open = false;
  });

  const step = (from, by) => {
    const cards = hand();
    const card = cards[(cards.indexOf(from) + by + cards.length) % cards.length];
    if (card) card.focus();
  };
  const keys = {
    l: () => open("last"),
    s: () => open("side"),
    "?": () => open("help"),
    Escape: () => { $("#menu").open = false; select(""); },
  };

  let typed = "";
  let typing = 0;
  const bid = (digit) => {
    // Two digits in quick succession are one number where so many cards are dealt.
    clearTimeout(typing);
    typed += digit;
    const more = [...document.querySelectorAll(".keys button")].some((key) => key.id.startsWith(`b${typed}`) && key.id !== `b${typed}`);
    const send = () => { $(`#b${Number(typed)}`)?.click(); typed = ""; };
    if (more) typing = setTimeout(send, 700);
    else send();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const inHand = event.target.closest("#hand");
    if (/^\d$/.test(key) && $(".keys")) bid(key);
    else if (keys[key]) keys[key]();
    else if (inHand && key === "ArrowRight") step(event.target, 1);
    else if (inHand && key === "ArrowLeft") step(event.target, -1);
    else if (inHand && key === "Home") step(hand().at(-1), 1);
    else if (inHand && key === "End") step(hand()[0], -1);
    else return;
    if (key !== "Escape") event.preventDefault();
  });

  refresh();
})();
