// The clock of a friends' table. It only counts down what the server said; nothing runs out here.
(() => {
  "use strict";
  const COUNTED = 90;  // seconds; a longer time stands in the page's own words
  let due = 0, ahead = 0;

  const read = () => {
    const { due: until, now } = document.getElementById("felt").dataset;
    due = Number(until);
    ahead = now ? Number(now) - Date.now() : ahead;
    show();
  };
  const show = () => {
    const clock = document.getElementById("clock");
    if (!clock || !due) return;
    const left = Math.max(0, Math.round((due - Date.now() - ahead) / 1000));
    if (left >= COUNTED) return;
    clock.textContent = `${left} s`;
    clock.classList.toggle("late", left <= 5);
  };

  document.addEventListener("htmx:after:swap", read);
  setInterval(show, 1000);
  read();
})();
// Comforts of the chat, which is a page with forms and works without: keys, unread remarks, the person's menu.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const chat = $("chat");
  if (!chat) return;
  const on = (name, listener, capture) => document.addEventListener(name, listener, capture);
  const kept = `chat ${chat.dataset.table}`;
  const newest = () => Number($("chat-lines").dataset.newest);
  const person = $("chat-person");
  let seen = Number(sessionStorage.getItem(kept) ?? newest());
  let sent = "";

  const count = () => {
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

  const focusField = () => ($("chat-text") || $("chat-presets")?.firstElementChild)?.focus();
  const open = () => {
    const tab = $("tab-chat"), box = chat.closest("[popover]");
    if (tab) tab.checked = true;
    if (box && getComputedStyle(box).position !== "static" && !box.matches(":popover-open")) box.showPopover();
    focusField();
    count();
  };
  on("click", (event) => {
    if (event.target.closest("[data-chat]")) {
      event.preventDefault();
      open();
    } else if (event.target.closest("[data-person]") && window.htmx) person.showPopover();
  });
  on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, textarea, input:not([type=radio])")) return;
    if (event.key !== "/" && event.key.toLowerCase() !== "c") return;
    event.preventDefault();
    open();
  });

  chat.addEventListener("submit", () => { sent = $("chat-text")?.value; }, true);
  chat.addEventListener("htmx:after:request", ({ target, detail }) => {
    if (detail.ctx.response?.status !== 200) return;
    const field = $("chat-text"), menu = $("chat-presets");
    if (target === $("chat-form") && field.value === sent) field.value = "";
    else if (menu.contains(target) && field) {
      menu.open = false;
      menu.firstElementChild.focus();
    } else if (target.matches("form.person")) {
      person.hidePopover();
      focusField();
    }
  });
  // A refusal is a sentence in the chat; the table need not be loaded anew for it.
  chat.addEventListener("htmx:response:error", (event) => {
    if ([403, 429].includes(event.detail.ctx.response.status)) event.stopPropagation();
  });
  // What was said travels with a table, and is heard although that table was overtaken and dropped.
  on("htmx:before:swap", ({ defaultPrevented, detail }) => {
    const lines = defaultPrevented && detail.tasks.find(({ target }) => target?.id === "chat-lines")?.fragment.firstElementChild;
    if (!lines || lines.dataset.newest < newest()) return;
    const text = `<hx-partial hx-target="#chat-lines" hx-swap="outerMorph">${lines.outerHTML}</hx-partial>`;
    htmx.swap({ sourceElement: chat, swap: "none", text });
  });
  for (const name of ["htmx:after:swap", "change", "visibilitychange"]) on(name, count);
  on("toggle", count, true);
  count();
})();
