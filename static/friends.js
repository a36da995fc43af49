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
