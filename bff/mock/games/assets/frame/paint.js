// Helpers of canvas drawings.

/** random gives a generator with a fixed sequence, so that stars keep their places. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** faint gives a colour (#rrggbb) with an alpha from 0 to 1. */
export function faint(colour, alpha) {
  const part = (at) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${part(1)} ${part(3)} ${part(5)} / ${alpha})`;
}

/** linear makes a gradient; stops are colours by their offsets. */
export function linear(pen, line, stops) {
  const gradient = pen.createLinearGradient(...line);
  for (const [offset, colour] of Object.entries(stops)) gradient.addColorStop(offset, colour);
  return gradient;
}

/** shape fills an SVG path, and strokes it where a colour and a width are given. */
export function shape(pen, path, fill, stroke, width) {
  const drawn = new Path2D(path);
  if (fill) {
    pen.fillStyle = fill;
    pen.fill(drawn);
  }
  if (!stroke) return;
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke(drawn);
}

/** oval gives the SVG path of an ellipse, rounded that of a rectangle with round corners. */
export const oval = (x, y, rx, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
export const rounded = (x, y, w, h, r) =>
  `M${x + r} ${y}h${w - 2 * r}q${r} 0 ${r} ${r}v${h - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - w}q${-r} 0 ${-r} ${-r}v${2 * r - h}q0 ${-r} ${r} ${-r}`;

/** placed draws with the origin at (x, y), turned by radians and scaled. */
export function placed(pen, { x, y, turn = 0, scale = 1, flip = 1 }, draw) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.scale(scale * flip, scale);
  draw();
  pen.restore();
}
