// Four small sounds, made on the spot. The table loads this after the first click, which browsers wait for.
(() => {
  "use strict";
  // Each note: when it begins and how long it lasts (seconds), its pitch at first and at last (hertz), its wave.
  const SOUNDS = {
    turn: [[0, 0.16, 659, 659, "sine"], [0.12, 0.34, 880, 880, "sine"]],
    card: [[0, 0.07, 240, 90, "triangle"]],
    trick: [[0, 0.1, 392, 392, "triangle"], [0.08, 0.22, 523, 523, "triangle"]],
    end: [[0, 0.2, 523, 523, "sine"], [0.14, 0.2, 659, 659, "sine"], [0.28, 0.5, 784, 784, "sine"]],
  };
  let audio;

  const note = (begin, length, first, last, type, volume) => {
    const wave = new OscillatorNode(audio, { type, frequency: first });
    const level = new GainNode(audio, { gain: 0 });
    wave.frequency.exponentialRampToValueAtTime(last, begin + length);
    level.gain.setValueAtTime(0.0001, begin);
    level.gain.exponentialRampToValueAtTime(volume, begin + 0.012);
    level.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    wave.connect(level).connect(audio.destination);
    wave.start(begin);
    wave.stop(begin + length);
  };

  const play = (name, percent) => {
    audio ??= new AudioContext();
    audio.resume();
    const now = audio.currentTime + 0.02;
    for (const [begin, ...rest] of SOUNDS[name]) note(now + begin, ...rest, 0.5 * (percent / 100) ** 2);
  };

  // In the settings: what one chooses is heard at once.
  const form = document.querySelector("#settings");
  form?.addEventListener("change", ({ target }) => {
    const { volume, sound_turn: turn } = form.elements;
    if (target.name === "volume") play(turn.checked ? "turn" : "trick", volume.value);
    else if (target.checked && target.name === "sound_turn") play("turn", volume.value);
    else if (target.checked && target.name === "sound_table") play("trick", volume.value);
  });

  const table = document.querySelector("#table");
  if (!table) return;
  const seen = () => {
    const felt = document.querySelector("#felt");
    const { match, phase, seat, toAct } = felt.dataset;
    return {
      match, phase,
      isMine: seat !== "" && seat === toAct,
      cards: felt.querySelectorAll(".card[id^=t]").length,
      isTaken: felt.querySelector(".card.wins") !== null,
    };
  };
  const happened = (before, now) => {
    if (before.match !== now.match) return "";
    if (before.phase === "play" && now.phase !== "play") return "end";
    if (now.isTaken && !before.isTaken) return "trick";
    return now.cards !== before.cards && now.cards ? "card" : "";
  };

  // The page says in the address of this file what to play: #turn-table-50, in per cent of the loudest.
  const sounds = table.dataset.sounds.split("#")[1].split("-");
  const volume = sounds.at(-1);
  let before = seen();
  document.addEventListener("htmx:after:swap", () => {
    const now = seen();
    const event = happened(before, now);
    if (now.isMine && !before.isMine && sounds.includes("turn")) {
      play("turn", volume);
      navigator.vibrate?.(60);
    } else if (event && sounds.includes("table")) play(event, volume);
    before = now;
  });
})();
