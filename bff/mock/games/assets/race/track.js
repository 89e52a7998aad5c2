// The race as it is drawn: stands, rails, the course, and six horses on it.
import { Canvas, inksOf } from '../frame/canvas.js';
import { reducedMotion } from '../frame/motion.js';
import { faint, light, linear, oval, placed, random, shape } from '../frame/paint.js';
import { horse } from './horse.js';

/** shareOf tells how much of the course a runner has behind it, as the casino says. */
export function shareOf(leg, ms) {
  const u = Math.min(Math.max(ms / leg.time, 0), 1);
  return u + leg.early * Math.sin(Math.PI * u) + leg.late * Math.sin(2 * Math.PI * u);
}

/** Track draws on a canvas that fills its host. */
export class Track extends Canvas {
  constructor(host) {
    super(host);
    this.ink = inksOf(host, ['sky', 'deep', 'glow', 'accent']);
    this.open();
  }

  resized() {
    if (this.last) this.draw(this.last);
  }

  /** draw shows a moment: ms since the start (negative before it), and the legs once known. */
  draw(moment) {
    this.last = moment;
    const { w, h } = this;
    const calm = reducedMotion();
    const ms = calm && moment.legs ? Math.min(moment.ms, 0) : moment.ms;
    const course = Math.max(w * 5, 2600);
    const top = h * 0.38;
    const lane = (h - top) / 6.6;
    const size = Math.min(Math.max(lane * 2.1, 42), w * 0.24);
    const start = size * 1.3;
    const places = Array.from({ length: 6 }, (_, i) => {
      const leg = moment.legs?.[i];
      if (!leg || ms <= 0) return 0;
      // Past the post a horse runs out.
      const after = Math.max(ms - leg.time, 0) / 1000;
      return shareOf(leg, ms) * course + (1 - Math.exp(-after / 1.6)) * size * 2;
    });
    const lead = Math.max(...places);
    const camera = Math.min(Math.max(lead - w * 0.66, 0), course + start - w * 0.4);
    this.ground(camera, top);
    this.post(start - camera, top, '#ffffff', 0.5);
    this.post(start + course - camera, top, this.ink.accent, 1);
    places.forEach((place, i) => {
      const stride = calm || ms <= 0 ? moment.time / 900 + i : place / (size * 0.23) + i;
      const x = start - size * 0.62 + place - camera;
      horse(this.pen, i, x, top + lane * (i + 1.15), size, stride, ms <= 0 || calm);
    });
  }

  ground(camera, top) {
    const { pen, w, h, ink } = this;
    const band = (y, height, fill) => shape(pen, `M0 ${y}h${w}v${height}H0Z`, fill);
    band(0, top, linear(pen, [0, 0, 0, top], { 0: ink.sky, 1: ink.glow }));
    light(pen, w * 0.78, top * 0.5, h * 0.5, '#fff3c8', 0.5);
    let hills = `M0 ${top}`;
    for (let x = 0; x <= w + 24; x += 24) {
      const at = x + camera * 0.08;
      hills += `L${x} ${top * (0.6 + 0.12 * Math.sin(at / 150) + 0.06 * Math.sin(at / 61))}`;
    }
    shape(pen, `${hills}V${top}`, faint(ink.deep, 0.45));
    this.stands(camera * 0.5, top);
    // Turf, sand, lanes, rail
    band(top * 0.9, top * 0.1 + 2, '#2f7d3c');
    band(top, h - top, linear(pen, [0, top, 0, h], { 0: '#b98a56', 1: '#8a5f36' }));
    const lane = (h - top) / 6.6;
    const lanes = [1, 2, 3, 4, 5].map((i) => `M0 ${top + lane * (i + 0.3)}H${w}`);
    shape(pen, lanes.join(''), null, 'rgb(255 255 255 / 14%)', 1);
    const grain = random(4);
    pen.fillStyle = 'rgb(70 40 16 / 22%)';
    for (let i = 0; i < 90; i++) {
      const x = (((grain() * w * 2 - camera) % (w * 2)) + w * 2) % (w * 2);
      pen.fillRect(x, top + grain() * (h - top), 5 + grain() * 14, 2);
    }
    band(top - 3, 4, '#fff');
    for (let x = -(camera % 90); x < w; x += 90) pen.fillRect(x, top - 3, 4, 14);
  }

  stands(camera, top) {
    const { pen, w, ink } = this;
    const tall = top * 0.46;
    const period = 560;
    const tones = ['#ffd9a0', '#ff8f7a', '#9fd3ff', '#ffffff', '#ffe07a', '#b4f0b0'];
    for (let x = -(camera % period) - period; x < w; x += period) {
      placed(pen, { x, y: top * 0.92 }, () => {
        shape(pen, `M0 0V${-tall}L380 ${tall * -0.82}V0`, faint(ink.deep, 0.88));
        shape(pen, `M-12 ${-tall - 5}h410v5h-410Z`, ink.accent);
        const crowd = random(3);
        pen.globalAlpha = 0.75;
        for (let i = 0; i < 150; i++) {
          pen.fillStyle = tones[Math.floor(crowd() * tones.length)];
          pen.fillRect(8 + crowd() * 362, -tall * (0.08 + crowd() * 0.68), 3, 3);
        }
        pen.globalAlpha = 1;
        for (const tree of [430, 486]) {
          const trunk = `M${tree - 3} ${tall * -0.2}h6v${tall * 0.2}h-6Z`;
          shape(pen, oval(tree, tall * -0.3, tall * 0.26) + trunk, '#1f5a2c');
        }
      });
    }
  }

  post(x, top, tone, alpha) {
    const { pen, w, h } = this;
    if (x < -40 || x > w + 40) return;
    placed(pen, { x, y: top }, () => {
      pen.globalAlpha = alpha;
      for (let row = 0; row * 8 < h - top; row++) {
        shape(pen, `M${(row % 2) * 8} ${row * 8}h8v8h-8Z`, '#fff');
        shape(pen, `M${8 - (row % 2) * 8} ${row * 8}h8v8h-8Z`, '#111');
      }
      shape(pen, `M5 0V${top * -0.5}h5V0Z${oval(7.5, top * -0.5, 11)}`, tone);
    });
  }
}
