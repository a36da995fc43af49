"use strict";
// What is not offered for the chosen number of players, or beside another option, cannot be chosen.
for (const form of document.querySelectorAll(".options")) {
  const allow = (option, isAllowed) => {
    option.disabled = !isAllowed;
    if (option.disabled && option.selected) option.parentNode.selectedIndex = 0;
  };
  const limit = () => {
    for (const option of form.querySelectorAll("[data-seats]")) {
      allow(option, option.dataset.seats.split(" ").includes(form.elements.seats.value));
    }
    for (const field of form.querySelectorAll("[data-excludes]")) {
      const isFree = field.dataset.excludes.split(" ").every((name) => !form.elements[name].selectedIndex);
      [...field.options].slice(1).forEach((option) => allow(option, isFree));
    }
  };
  form.addEventListener("change", limit);
  limit();
}
// A code is good once: the second click of a double click would give up the answer to the first.
for (const form of document.querySelectorAll(".entry form")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => delete form.dataset.sent);
}
