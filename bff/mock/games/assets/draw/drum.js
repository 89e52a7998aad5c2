// The drum: balls that lie at its bottom, and fly about while it blows.
import { boot } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { random } from '../frame/paint.js';
import { ball } from './balls.js';

const { game } = boot;
// All lengths are shares of the drum's radius, all times seconds.
const size = 0.125;
const wall = 1 - size - 0.03;

/** Drum moves its balls. */
export class Drum {
  constructor() {
    this.nodes = Array.from({ length: game.balls }, (_, i) => ball(i + 1, 'flying'));
    this.node = el('div.drum', { 'aria-hidden': 'true' }, this.nodes);
    this.gone = new Set();
    this.blowing = false;
    this.dice = random(20);
    this.fill();
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
    for (const { number, x, y, turn } of this.balls) {
      const { style } = this.nodes[number - 1];
      style.display = this.gone.has(number) ? 'none' : '';
      style.left = `${50 + x * 50}%`;
      style.top = `${50 + y * 50}%`;
      style.rotate = `${Math.sin(turn) * 0.9}rad`;
    }
  }
}
