// Helpers of canvas drawings.

/** random gives a generator with a fixed sequence, so that stars keep their places. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** layer draws to an offscreen canvas what is shown on every frame. */
export function layer(w, h, ratio, draw) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(w * ratio, 1);
  canvas.height = Math.max(h * ratio, 1);
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  draw(pen);
  return canvas;
}

/** faint gives a colour (#rrggbb) with an alpha from 0 to 1. */
export function faint(colour, alpha) {
  const part = (at) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${part(1)} ${part(3)} ${part(5)} / ${alpha})`;
}

/** light paints a radial glow that fades to nothing at its radius. */
export function light(pen, x, y, r, colour, alpha, inner = 0) {
  const glow = pen.createRadialGradient(x, y, inner, x, y, r);
  glow.addColorStop(0, faint(colour, alpha));
  glow.addColorStop(1, faint(colour, 0));
  pen.fillStyle = glow;
  pen.fillRect(x - r, y - r, r * 2, r * 2);
}
