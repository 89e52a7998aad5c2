// The race as it is drawn: stands, rails, the course, and six horses on it.
import { Canvas, inksOf } from '../frame/canvas.js';
import { reducedMotion } from '../frame/motion.js';
import { faint, light, random } from '../frame/paint.js';
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
    const sky = pen.createLinearGradient(0, 0, 0, top);
    sky.addColorStop(0, ink.sky);
    sky.addColorStop(1, ink.glow);
    pen.fillStyle = sky;
    pen.fillRect(0, 0, w, top);
    light(pen, w * 0.78, top * 0.5, h * 0.5, '#fff3c8', 0.5);
    // Hills, far away
    pen.fillStyle = faint(ink.deep, 0.45);
    pen.beginPath();
    pen.moveTo(0, top);
    for (let x = 0; x <= w + 24; x += 24) {
      const at = x + camera * 0.08;
      pen.lineTo(x, top * (0.6 + 0.12 * Math.sin(at / 150) + 0.06 * Math.sin(at / 61)));
    }
    pen.lineTo(w, top);
    pen.fill();
    this.stands(camera * 0.5, top);
    // Turf, rail, sand
    pen.fillStyle = '#2f7d3c';
    pen.fillRect(0, top * 0.9, w, top * 0.1 + 2);
    const sand = pen.createLinearGradient(0, top, 0, h);
    sand.addColorStop(0, '#b98a56');
    sand.addColorStop(1, '#8a5f36');
    pen.fillStyle = sand;
    pen.fillRect(0, top, w, h - top);
    pen.strokeStyle = 'rgb(255 255 255 / 14%)';
    pen.lineWidth = 1;
    for (let i = 1; i < 6; i++) {
      const y = top + ((h - top) / 6.6) * (i + 0.3);
      pen.beginPath();
      pen.moveTo(0, y);
      pen.lineTo(w, y);
      pen.stroke();
    }
    const grain = random(4);
    pen.fillStyle = 'rgb(70 40 16 / 22%)';
    for (let i = 0; i < 90; i++) {
      const x = (((grain() * w * 2 - camera) % (w * 2)) + w * 2) % (w * 2);
      pen.fillRect(x, top + grain() * (h - top), 5 + grain() * 14, 2);
    }
    pen.fillStyle = '#fff';
    pen.fillRect(0, top - 3, w, 4);
    for (let x = -(camera % 90); x < w; x += 90) pen.fillRect(x, top - 3, 4, 14);
  }

  stands(camera, top) {
    const { pen, w, ink } = this;
    const tall = top * 0.46;
    const base = top * 0.92;
    const period = 560;
    for (let x = -(camera % period) - period; x < w; x += period) {
      pen.fillStyle = faint(ink.deep, 0.88);
      pen.beginPath();
      pen.moveTo(x, base);
      pen.lineTo(x, base - tall);
      pen.lineTo(x + 380, base - tall * 0.82);
      pen.lineTo(x + 380, base);
      pen.fill();
      pen.fillStyle = ink.accent;
      pen.fillRect(x - 12, base - tall - 5, 410, 5);
      const crowd = random(3);
      const tones = ['#ffd9a0', '#ff8f7a', '#9fd3ff', '#ffffff', '#ffe07a', '#b4f0b0'];
      for (let i = 0; i < 150; i++) {
        pen.fillStyle = tones[Math.floor(crowd() * tones.length)];
        pen.globalAlpha = 0.75;
        pen.fillRect(x + 8 + crowd() * 362, base - tall * (0.08 + crowd() * 0.68), 3, 3);
      }
      pen.globalAlpha = 1;
      for (const tree of [430, 486]) {
        pen.fillStyle = '#1f5a2c';
        pen.beginPath();
        pen.arc(x + tree, base - tall * 0.3, tall * 0.26, 0, 7);
        pen.fill();
        pen.fillRect(x + tree - 3, base - tall * 0.2, 6, tall * 0.2);
      }
    }
  }

  post(x, top, tone, alpha) {
    const { pen, w, h } = this;
    if (x < -40 || x > w + 40) return;
    pen.save();
    pen.globalAlpha = alpha;
    const cell = 8;
    for (let y = top, row = 0; y < h; y += cell, row++) {
      for (let i = 0; i < 2; i++) {
        pen.fillStyle = (row + i) % 2 ? '#111' : '#fff';
        pen.fillRect(x + i * cell, y, cell, cell);
      }
    }
    pen.fillStyle = tone;
    pen.fillRect(x + 5, top * 0.5, 5, top * 0.5);
    pen.beginPath();
    pen.arc(x + 7.5, top * 0.5, 11, 0, 7);
    pen.fill();
    pen.restore();
  }
}
