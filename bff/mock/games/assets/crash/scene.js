// The flight as it is drawn: sky, axes, the risen curve, and what flies at its end.
import { Canvas, inksOf } from '../frame/canvas.js';
import { reducedMotion } from '../frame/motion.js';
import { times } from '../frame/numbers.js';
import { faint, linear, oval, radial, random, shape } from '../frame/paint.js';
import { airship } from './airship.js';
import { astronaut } from './astronaut.js';

const looks = { airship, astronaut };

/** Scene draws on a canvas that fills its host. */
export class Scene extends Canvas {
  constructor(host, look, growth) {
    super(host);
    Object.assign(this, { growth, look: looks[look], flags: [] });
    const names = 'sky deep glow accent accent-deep reel reel-deep rim rim-deep';
    this.ink = inksOf(host, names.split(' '));
    this.open();
  }

  resized() {
    this.backdrop = this.look.backdrop(this.w, this.h, this.ink, this.ratio);
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
    const { pen, w, h, ink } = this;
    const { air, crashed } = moment;
    // A player who wants no motion gets a picture of the sky and the numbers.
    const quiet = reducedMotion();
    const seconds = quiet ? 0 : Math.max(air, 0) / 1000;
    const time = quiet ? 0 : moment.time / 1000;
    const climb = seconds * this.growth; // the logarithm of the multiplier
    pen.clearRect(0, 0, w, h);
    this.look.sky(pen, this, { climb, time, seconds });
    if (quiet) {
      const at = { x: w / 2, y: h * 0.3, time: 0, ink, rest: true };
      this.look.craft(pen, Math.min(w, h) * 0.3, at);
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

  /** fly draws the craft at the curve's end; before take-off at rest, after the crash leaving. */
  fly(view, seconds, crashed, time) {
    const { pen, w, h, ink, growth } = this;
    const size = Math.min(Math.max(Math.min(w * 0.3, h * 0.36), 84), 240);
    const m = Math.exp(growth * seconds);
    const bob = Math.sin(time * 1.7) * size * 0.025;
    let x = view.x(seconds);
    let y = view.y(m) - size * 0.12 + bob;
    if (seconds === 0) x += size * 0.42;
    let gone = 0;
    if (crashed >= 0) {
      gone = Math.min(crashed / 1100, 1);
      this.burst(x, y, size, Math.min(crashed / 700, 1));
      x += gone ** 2 * w * 0.7;
      y -= gone ** 2 * h * 0.9;
    }
    if (gone < 1) {
      const lean = Math.min(seconds * 0.05, 0.3) + gone * 0.5;
      const at = { x, y, time, ink, lean, rest: seconds === 0 };
      this.look.craft(pen, size * (1 - gone * 0.4), at);
    }
  }

  burst(x, y, size, share) {
    if (share >= 1) return;
    const { pen } = this;
    pen.save();
    pen.globalAlpha = 1 - share;
    pen.fillStyle = radial(pen, [x, y, 0, x, y, size * (0.3 + share)], {
      0: 'rgb(255 236 190 / 90%)',
      0.4: 'rgb(255 110 70 / 55%)',
      1: 'rgb(255 110 70 / 0%)',
    });
    pen.fillRect(0, 0, this.w, this.h);
    const next = random(11);
    pen.lineCap = 'round';
    for (let i = 0; i < 16; i++) {
      const a = next() * Math.PI * 2;
      const far = size * (0.25 + share * (0.5 + next() * 0.8));
      const [dx, dy] = [Math.cos(a), Math.sin(a)];
      const spark = `M${x + dx * far} ${y + dy * far}l${dx * 14} ${dy * 14}`;
      shape(pen, spark, null, '#ffd9a0', 3);
    }
    pen.restore();
  }
}

/** stepFor gives a round step near a size. */
function stepFor(size) {
  const unit = 10 ** Math.floor(Math.log10(size));
  return [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= size * 0.99);
}
