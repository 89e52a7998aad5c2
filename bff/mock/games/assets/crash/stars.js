// The stars of both skies.
import { oval, random, shape } from '../frame/paint.js';

/** stars strews some over a sky, always the same ones for a seed. */
export function stars(pen, w, h, { count, seed, size }) {
  const next = random(seed);
  for (let i = 0; i < count; i++) {
    const tone = `rgb(255 255 255 / ${Math.round(22 + next() * 65)}%)`;
    shape(pen, oval(next() * w, next() * h, size * (0.4 + next() * 0.8)), tone);
  }
}
