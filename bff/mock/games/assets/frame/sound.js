// Synthesised sounds, off until the player turns them on.

let context = null;
let on = false;

/** toggleSound turns sound on or off and returns whether it is on. */
export function toggleSound() {
  on = !on;
  if (on) {
    context ??= new AudioContext();
    context.resume();
  }
  return on;
}

function tone(frequency, after, length, type = 'triangle', volume = 0.12) {
  const start = context.currentTime + after;
  const oscillator = new OscillatorNode(context, { type, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

const sounds = {
  click: () => tone(660, 0, 0.06, 'square', 0.04),
  roll: () => [0, 1, 2, 3].forEach((i) => tone(180 + 40 * i, i * 0.05, 0.09, 'sawtooth', 0.03)),
  stop: () => tone(130, 0, 0.12, 'sine', 0.22),
  scatter: () => [880, 1175].forEach((f, i) => tone(f, i * 0.08, 0.3)),
  win: () => [523, 659, 784].forEach((f, i) => tone(f, i * 0.09, 0.25)),
  big: () => [523, 659, 784, 1047, 1319, 1568].forEach((f, i) => tone(f, i * 0.11, 0.5)),
};

/** play plays a sound by its name if sound is on. */
export function play(name) {
  if (on) sounds[name]();
}

/** sounding reports whether sound is on. */
export const sounding = () => on;
