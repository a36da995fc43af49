// Comforts of friends' tables that are wanted from the first press on, or when there is something to read: `app.js` loads
// this then. The chat is a page with forms and works without: unread remarks, the person's menu, a kept draft.
const $ = (id) => document.getElementById(id);
const chat = $("chat");
const on = (name, listener, capture) => document.addEventListener(name, listener, capture);
const kept = `chat ${chat.dataset.table}`;
const newest = () => Number($("chat-lines").dataset.newest);
const person = $("chat-person");
let seen = Number(sessionStorage.getItem(kept));
const sent = [];  // what is on its way

// The page of the chairs makes room for the match, whatever somebody is writing: he goes on there.
const draft = `draft ${chat.dataset.table}`;
window.addEventListener("pagehide", () => {
  const field = $("chat-text"), text = field?.value || "";
  const caret = field === document.activeElement ? [field.selectionStart, field.selectionEnd] : null;
  if (text && !sent.includes(text)) sessionStorage.setItem(draft, JSON.stringify({ text, caret }));
  else sessionStorage.removeItem(draft);
});

export const count = () => {
  if (chat.checkVisibility() && !document.hidden) {
    seen = newest();
    sessionStorage.setItem(kept, seen);
  }
  const fresh = [...$("chat-lines").children].filter(({ id, classList }) => id.slice(1) > seen && !classList.contains("mine"));
  for (const mark of document.querySelectorAll("[data-unread]")) {
    mark.dataset.count = mark.firstElementChild.textContent = fresh.length;
    mark.hidden = !fresh.length;
  }
};

on("click", ({ target }) => {
  if (!target.closest("[data-person]") || !window.htmx) return;
  person.replaceChildren();  // the buttons of whoever it was about before
  person.showPopover();
});

chat.addEventListener("submit", ({ target }) => { if (target === $("chat-form")) sent.push($("chat-text").value); }, true);
chat.addEventListener("htmx:finally:request", ({ target }) => { if (target === $("chat-form")) sent.shift(); });
chat.addEventListener("htmx:after:request", ({ target, detail }) => {
  if (detail.ctx.response?.status !== 200) return;
  const field = $("chat-text"), menu = $("chat-presets");
  if (target === $("chat-form")) {
    if (field.value === sent[0]) field.value = "";
  } else if (menu.contains(target) && field) {
    menu.open = false;
    menu.firstElementChild.focus();
  } else if (target.matches("form.person")) {
    person.hidePopover();
    $("chat-text")?.focus();
  }
});
// A refusal is a sentence in the chat; the table need not be loaded anew for it.
chat.addEventListener("htmx:response:error", (event) => {
  if ([403, 429].includes(event.detail.ctx.response.status)) event.stopPropagation();
});
for (const name of ["htmx:after:swap", "change", "visibilitychange"]) on(name, count);
on("toggle", count, true);
count();
const { text, caret } = JSON.parse(sessionStorage.getItem(draft)) || {};
if (text && $("chat-text") && !$("chat-text").value) {
  $("chat-text").value = text;
  if (caret) {
    document.querySelector("[data-chat]")?.click();
    $("chat-text").focus();
    $("chat-text").setSelectionRange(...caret);
  }
}

// The focus stays near when what had it is gone: at the same chair, in the menu, on the felt. Never on a button there: one
// more press of the same key would stand up, or deal anew.
const PLACES = ".chair, #company, #menu, #felt";
let place = document.activeElement?.closest(PLACES);
document.addEventListener("focusin", ({ target }) => { place = target.closest(PLACES); });
document.addEventListener("htmx:after:swap", () => {
  if (document.activeElement !== document.body || !place?.isConnected) return;
  const first = (around) => around?.querySelector("button, summary");
  const still = place.matches(".chair") ? place : place.matches("#felt") && place.querySelector("h2, #status");
  (still || first(place) || first(place.parentElement.closest(PLACES)))?.focus({ preventScroll: true });
});
