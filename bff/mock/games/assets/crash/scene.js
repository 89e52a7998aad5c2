// The flight as it is drawn: the layers of a picture, the axes, the risen curve, and the craft at its end.
import { Canvas, inksOf } from '../frame/canvas.js';
import { el, mark } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { times } from '../frame/numbers.js';
import { faint, linear, oval, shape } from '../frame/paint.js';
import { loadPicture } from '../frame/pictures.js';

/** Scene draws the axes and the curve on a canvas between the layers of a picture. */
export class Scene extends Canvas {
  constructor(host, look, growth) {
    super(el('div.drawing', { 'aria-hidden': 'true' }));
    host.prepend(this.host);
    Object.assign(this, { growth, flags: [] });
    this.ink = inksOf(host, ['accent', 'accent-deep']);
    this.open();
    this.load(`${look}.svg`);
  }

  /** load adds the picture: the last two of its layers lie over the curve. */
  async load(file) {
    const layers = [...(await loadPicture(file, import.meta.url)).children];
    [this.burst, this.craft] = layers.slice(-2);
    this.host.prepend(...layers.slice(0, -2));
    this.host.append(this.burst, this.craft);
    this.resized();
  }

  resized() {
    if (this.last) this.draw(this.last);
  }

  /** flag marks a cash-out on the curve, at milliseconds in the air. */
  flag(at) {
    this.flags.push(at);
  }

  clear() {
    this.flags = [];
  }

  /**
   * draw shows a moment: air (ms since take-off, negative before it), crashed (ms since the
   * crash, or -1), time (ms, for what moves by itself).
   */
  draw(moment) {
    this.last = moment;
    const { pen, w, h } = this;
    if (!this.craft) return;
    const { air, crashed } = moment;
    // A player who wants no motion gets a picture of the sky and the numbers.
    const quiet = reducedMotion();
    const seconds = quiet ? 0 : Math.max(air, 0) / 1000;
    const time = quiet ? 0 : moment.time / 1000;
    this.host.style.setProperty('--climb', seconds * this.growth); // the multiplier's logarithm
    this.host.style.setProperty('--drift', ((time * (4 + Math.min(seconds, 40) / 5)) / h) % 1);
    pen.clearRect(0, 0, w, h);
    if (quiet) {
      mark(this.host, { resting: true });
      this.place(w / 2, h * 0.3, Math.min(w, h) * 0.3, 0);
      return;
    }
    const view = this.view(seconds);
    if (air >= 0) {
      this.axes(view, seconds);
      this.curve(view, seconds, crashed >= 0);
    }
    this.fly(view, seconds, crashed, time);
  }

  /** view maps time and multiplier to the canvas; it widens as the flight goes on. */
  view(seconds) {
    const { w, h, growth } = this;
    const left = Math.min(52, w * 0.12);
    const right = w * (w > 560 ? 0.84 : 0.78);
    const base = h - Math.max(26, h * 0.1);
    const top = h * (w > 560 ? 0.2 : 0.26);
    const span = Math.max(seconds, 6);
    const rise = Math.max(Math.exp(growth * seconds) - 1, 0.9);
    return {
      left,
      base,
      span,
      rise,
      x: (s) => left + ((right - left) * s) / span,
      y: (m) => base - ((base - top) * (m - 1)) / rise,
    };
  }

  axes(view, seconds) {
    const { pen, w } = this;
    pen.save();
    pen.direction = 'ltr';
    pen.font = '600 12px system-ui, sans-serif';
    pen.fillStyle = 'rgb(255 255 255 / 62%)';
    pen.textAlign = 'left';
    pen.textBaseline = 'middle';
    const step = stepFor(view.rise / 4);
    for (let m = 1 + step; view.y(m) > 30; m += step) {
      const y = Math.round(view.y(m)) + 0.5;
      shape(pen, `M${view.left} ${y}H${w}`, null, 'rgb(255 255 255 / 10%)', 1);
      pen.fillText(times(Math.round(m * 100)).replace(/[.,]00/, ''), 8, y);
    }
    pen.textAlign = 'center';
    const tick = stepFor(view.span / 4);
    for (let s = tick; view.x(s) < w - 12; s += tick) {
      pen.globalAlpha = s <= seconds + tick ? 1 : 0.5;
      pen.fillText(String(s), view.x(s), view.base + 14);
    }
    pen.restore();
  }

  curve(view, seconds, over) {
    const { pen, ink, growth } = this;
    const at = (s) => [view.x(s), view.y(Math.exp(growth * s))];
    const points = Array.from({ length: 61 }, (_, i) => at((seconds * i) / 60).join(' '));
    const line = `M${points.join('L')}`;
    const tone = over ? '#ff5468' : ink.accent;
    const fill = { 0: faint(tone, 0.46), 1: faint(tone, 0) };
    const area = `${line}L${view.x(seconds)} ${view.base}H${view.left}`;
    shape(pen, area, linear(pen, [0, view.y(1 + view.rise), 0, view.base], fill));
    pen.lineCap = pen.lineJoin = 'round';
    shape(pen, line, null, 'rgb(0 0 0 / 45%)', 9);
    const stops = { 0: over ? '#8f2a3a' : ink.accentDeep, 1: tone };
    shape(pen, line, null, linear(pen, [view.left, 0, view.x(seconds), 0], stops), 5);
    for (const flag of this.flags)
      shape(pen, oval(...at(Math.min(flag / 1000, seconds)), 8), '#2fe089', '#fff', 2.5);
  }

  /** fly moves the craft to the curve's end; before take-off it rests, after the crash it leaves. */
  fly(view, seconds, crashed, time) {
    const { w, h, growth, burst } = this;
    const size = Math.min(Math.max(Math.min(w * 0.3, h * 0.36), 84), 240);
    const bob = Math.sin(time * 1.7) * size * 0.025;
    const x = view.x(seconds) + (seconds === 0 ? size * 0.42 : 0);
    const y = view.y(Math.exp(growth * seconds)) - size * 0.12 + bob;
    const gone = crashed >= 0 ? Math.min(crashed / 1100, 1) : 0;
    mark(this.host, { resting: seconds === 0, crashed: crashed >= 0 && crashed < 700 });
    burst.style.translate = `${x}px ${y}px`;
    burst.style.setProperty('--size', size);
    const lean = Math.min(seconds * 0.05, 0.3) + gone * 0.5;
    const left = gone === 1 ? 0 : size * (1 - gone * 0.4);
    this.place(x + gone ** 2 * w * 0.7, y - gone ** 2 * h * 0.9, left, lean);
  }

  place(x, y, size, lean) {
    this.craft.style.transform = `translate(${x}px, ${y}px) rotate(${-lean * 0.6}rad) scale(${size})`;
  }
}

/** stepFor gives a round step near a size. */
function stepFor(size) {
  const unit = 10 ** Math.floor(Math.log10(size));
  return [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= size * 0.99);
}
