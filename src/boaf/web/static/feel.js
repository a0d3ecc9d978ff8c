/* Sound and vibration, both off unless the player switches them on. The sounds are made here, a soft knock of card on
   card and a rising call for a win; nothing is loaded. */

import { setting } from "./settings.js";

const BUZZES = { lift: 10, move: 15, win: [20, 60, 20, 60, 40] };
const TONES = {
  move: [[180, 0, 0.07]],
  win: [[880, 0, 0.12], [1175, 0.13, 0.12], [1568, 0.26, 0.2]],
};
let audio = null;

/** Let something be felt and heard: "lift", "move" or "win". */
export function feel(what) {
  if (setting("haptics")) navigator.vibrate?.(BUZZES[what]);
  if (!setting("sound") || !(what in TONES)) return;
  audio ??= new AudioContext();
  for (const [pitch, after, length] of TONES[what]) sound(pitch, audio.currentTime + after, length);
}

function sound(pitch, start, length) {
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
