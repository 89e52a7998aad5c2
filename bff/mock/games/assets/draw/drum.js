// The drum: balls that lie at its bottom, and fly about while it blows.
import { boot } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { oval, placed, radial, random, shape } from '../frame/paint.js';
import { colourOf } from './balls.js';

const { game } = boot;
const paints = {
  red: ['#ff8f8f', '#e02f44', '#7d0f20'],
  blue: ['#9cc6ff', '#2c74e8', '#0f3178'],
  green: ['#93efb4', '#1c9c50', '#0a4d26'],
  yellow: ['#fff0a3', '#f2b705', '#8a5b00'],
};

// All lengths are shares of the drum's radius, all times seconds.
const size = 0.125;
const wall = 1 - size - 0.03;

/** Drum draws itself on a canvas of its own. */
export class Drum {
  constructor() {
    this.canvas = el('canvas.drum', { 'aria-hidden': 'true' });
    this.gone = new Set();
    this.blowing = false;
    this.dice = random(20);
    this.fill();
    new ResizeObserver(() => (this.stale = true)).observe(this.canvas);
  }

  /** fill puts all balls back in. */
  fill() {
    this.gone.clear();
    this.balls = Array.from({ length: game.balls }, (_, i) => {
      const turn = i * 2.4;
      const far = wall * Math.sqrt((i + 0.5) / game.balls);
      return {
        number: i + 1,
        x: Math.cos(turn) * far,
        y: Math.sin(turn) * far,
        vx: 0,
        vy: 0,
        turn,
      };
    });
    for (let i = 0; i < 400; i++) this.step(1 / 90);
    this.stale = true;
  }

  /** show takes the balls that are out, and whether the drum blows. */
  show(out, blowing) {
    if (out.length < this.gone.size) this.fill();
    for (const number of out) this.gone.add(number);
    if (blowing !== this.blowing || out.length > 0) this.stale = true;
    this.blowing = blowing;
  }

  step(dt) {
    const { balls, gone, blowing, dice } = this;
    const inside = balls.filter((b) => !gone.has(b.number));
    this.speed = 0;
    for (const b of inside) {
      b.vy += 3.4 * dt;
      if (blowing) {
        // Air comes from below the middle, and goes down along the glass.
        const lift = Math.exp(-((b.x / 0.42) ** 2)) * (b.y > -0.5 ? 11 : 2);
        b.vy -= lift * dt;
        b.vx += (dice() - 0.5) * 26 * dt - b.x * 1.4 * dt;
        b.vy += (dice() - 0.5) * 16 * dt;
      }
      const drag = blowing ? 0.995 : 0.985;
      b.vx *= drag;
      b.vy *= drag;
      b.x += b.vx * dt;
      b.y += b.vy * dt;
      b.turn += b.vx * dt * 5;
      const far = Math.hypot(b.x, b.y);
      if (far > wall) {
        const [nx, ny] = [b.x / far, b.y / far];
        const into = b.vx * nx + b.vy * ny;
        b.x = nx * wall;
        b.y = ny * wall;
        if (into > 0) {
          b.vx -= nx * into * 1.5;
          b.vy -= ny * into * 1.5;
        }
      }
    }
    for (let i = 0; i < inside.length; i++) {
      for (let k = i + 1; k < inside.length; k++) this.part(inside[i], inside[k]);
    }
    for (const b of inside) this.speed = Math.max(this.speed, Math.hypot(b.vx, b.vy));
  }

  /** part pushes two balls away from each other. */
  part(a, b) {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const far = Math.hypot(dx, dy) || 1e-6;
    const deep = 2 * size - far;
    if (deep <= 0) return;
    const [nx, ny] = [dx / far, dy / far];
    a.x -= (nx * deep) / 2;
    a.y -= (ny * deep) / 2;
    b.x += (nx * deep) / 2;
    b.y += (ny * deep) / 2;
    const into = (a.vx - b.vx) * nx + (a.vy - b.vy) * ny;
    if (into <= 0) return;
    const push = into * 0.85;
    a.vx -= nx * push;
    a.vy -= ny * push;
    b.vx += nx * push;
    b.vy += ny * push;
  }

  /** draw moves the balls on by some milliseconds and paints them, where anything moves. */
  draw(ms) {
    const calm = reducedMotion();
    const moving = !calm && (this.blowing || this.speed > 0.12);
    if (!moving && !this.stale) return;
    if (moving) {
      const steps = Math.min(Math.ceil(ms / 11), 5);
      for (let i = 0; i < steps; i++) this.step(1 / 90);
    }
    this.stale = false;
    this.paint();
  }

  paint() {
    const { canvas } = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    if (width === 0) return;
    if (canvas.width !== width) canvas.width = canvas.height = width;
    const pen = canvas.getContext('2d');
    const r = width / 2;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, width);
    pen.setTransform(r, 0, 0, r, r, r);
    this.glass(pen);
    for (const b of this.balls) if (!this.gone.has(b.number)) this.one(pen, b);
    this.shine(pen);
  }

  glass(pen) {
    const inner = radial(pen, [-0.2, -0.35, 0.1, 0, 0, 1], {
      0: 'rgb(255 255 255 / 22%)',
      0.75: 'rgb(255 255 255 / 7%)',
      1: 'rgb(255 255 255 / 24%)',
    });
    shape(pen, oval(0, 0, 0.985), inner, 'rgb(255 255 255 / 55%)', 0.03);
  }

  one(pen, { number, x, y, turn }) {
    const [light, body, dark] = paints[colourOf(number)];
    const shine = [x - size * 0.35, y - size * 0.4, size * 0.1, x, y, size];
    shape(pen, oval(x, y, size), radial(pen, shine, { 0: light, 0.5: body, 1: dark }));
    shape(pen, oval(x, y, size * 0.58), '#fff');
    placed(pen, { x, y, turn: Math.sin(turn) * 0.9, scale: 0.01 }, () => {
      pen.fillStyle = '#14141c';
      pen.font = `800 ${size * 78}px system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(String(number), 0, size * 6);
    });
  }

  shine(pen) {
    pen.lineCap = 'round';
    shape(pen, 'M-.781-.309A.84.84 0 0 1-.209-.814', null, 'rgb(255 255 255 / 40%)', 0.06);
  }
}
