// Draws the pitch, the players and the ball, as a camera in the stand sees them.
import { Canvas } from '../frame/canvas.js';
import { layer, random } from '../frame/paint.js';

const tilt = 0.74; // how wide the far line is, the near one being 1

/** Pitch is the canvas of the match. */
export class Pitch extends Canvas {
  constructor(host) {
    super(host);
    this.open();
  }

  resized() {
    const { w, h } = this;
    // The pitch keeps about its own shape, whatever the page leaves it.
    this.wide = Math.min(w * 0.93, h * 2.1);
    this.tall = Math.min(h * 0.8, this.wide * 0.64);
    this.top = (h - this.tall) * 0.62;
    this.unit = Math.max(this.tall * 0.056, 8);
    this.ground = layer(w, h, this.ratio, (pen) => this.lay(pen));
  }

  /** at gives where a place on the pitch (0 to 1 along and across) is on the canvas. */
  at(x, y) {
    const depth = 0.84 * y + 0.16 * y * y;
    const size = tilt + (1 - tilt) * depth;
    return { x: this.w / 2 + (x - 0.5) * this.wide * size, y: this.top + depth * this.tall, size };
  }

  trace(pen, places) {
    pen.beginPath();
    places.forEach(([x, y], i) => {
      const p = this.at(x, y);
      if (i) pen.lineTo(p.x, p.y);
      else pen.moveTo(p.x, p.y);
    });
  }

  arc(x, y, r, from, to) {
    return Array.from({ length: 33 }, (_, i) => {
      const angle = from + ((to - from) * i) / 32;
      return [x + Math.cos(angle) * r, y + Math.sin(angle) * r * 1.544];
    });
  }

  /** lay draws what does not move: the stand, the grass, the lines. */
  lay(pen) {
    const { w, h } = this;
    const sky = pen.createLinearGradient(0, 0, 0, this.top);
    sky.addColorStop(0, '#0b1220');
    sky.addColorStop(1, '#1c2a3f');
    pen.fillStyle = sky;
    pen.fillRect(0, 0, w, h);
    this.crowd(pen);
    const around = pen.createLinearGradient(0, this.top, 0, h);
    around.addColorStop(0, '#1c5a2c');
    around.addColorStop(1, '#154a24');
    pen.fillStyle = around;
    pen.fillRect(0, this.top - this.tall * 0.05, w, h);
    for (let i = 0; i < 14; i++) {
      this.trace(pen, [
        [i / 14, 0],
        [(i + 1) / 14, 0],
        [(i + 1) / 14, 1],
        [i / 14, 1],
      ]);
      pen.fillStyle = i % 2 ? '#2f8f46' : '#37a052';
      pen.fill();
    }
    const light = pen.createRadialGradient(w / 2, h * 0.5, 0, w / 2, h * 0.5, w * 0.62);
    light.addColorStop(0, 'rgb(255 255 255 / 13%)');
    light.addColorStop(0.6, 'rgb(255 255 255 / 0%)');
    light.addColorStop(1, 'rgb(0 0 0 / 42%)');
    pen.fillStyle = light;
    pen.fillRect(0, this.top - this.tall * 0.05, w, h);
    this.lines(pen);
    this.goal(pen, 0);
    this.goal(pen, 1);
  }

  crowd(pen) {
    const next = random(7);
    const foot = this.top - this.tall * 0.05;
    const colours = ['#e5e7eb', '#f59e0b', '#ef4444', '#3b82f6', '#10b981', '#a78bfa', '#334155'];
    for (let y = foot - 10; y > -4; y -= 6) {
      for (let x = next() * 6; x < this.w; x += 6) {
        pen.globalAlpha = 0.18 + 0.42 * next();
        pen.fillStyle = colours[Math.floor(next() * colours.length)];
        pen.beginPath();
        pen.arc(x + next() * 3, y + next() * 2, 1.9, 0, 7);
        pen.fill();
      }
    }
    pen.globalAlpha = 1;
    pen.fillStyle = '#0f172a';
    pen.fillRect(0, foot - 7, this.w, 7);
    pen.fillStyle = 'rgb(255 255 255 / 30%)';
    pen.fillRect(0, foot - 7, this.w, 1);
  }

  lines(pen) {
    pen.strokeStyle = 'rgb(255 255 255 / 85%)';
    pen.lineWidth = Math.max(this.tall / 190, 1);
    const box = (x1, y1, x2, y2) => [
      [x1, y1],
      [x2, y1],
      [x2, y2],
      [x1, y2],
      [x1, y1],
    ];
    const shapes = [
      box(0, 0, 1, 1),
      [
        [0.5, 0],
        [0.5, 1],
      ],
      this.arc(0.5, 0.5, 0.087, 0, Math.PI * 2),
      box(0, 0.2, 0.157, 0.8),
      box(1, 0.2, 0.843, 0.8),
      box(0, 0.365, 0.052, 0.635),
      box(1, 0.365, 0.948, 0.635),
      this.arc(0.105, 0.5, 0.087, -0.93, 0.93),
      this.arc(0.895, 0.5, 0.087, Math.PI - 0.93, Math.PI + 0.93),
    ];
    for (const shape of shapes) {
      this.trace(pen, shape);
      pen.stroke();
    }
    for (const x of [0.105, 0.5, 0.895]) {
      const p = this.at(x, 0.5);
      pen.fillStyle = '#fff';
      pen.beginPath();
      pen.arc(p.x, p.y, this.unit * 0.12, 0, 7);
      pen.fill();
    }
  }

  /** goal draws the frame and net behind a goal line, 0 or 1 along. */
  goal(pen, x) {
    const out = x ? 0.026 : -0.026;
    const high = this.unit * 1.9;
    const posts = [this.at(x, 0.44), this.at(x, 0.56)];
    const feet = [this.at(x + out, 0.44), this.at(x + out, 0.56)];
    pen.strokeStyle = 'rgb(255 255 255 / 45%)';
    pen.lineWidth = 0.7;
    for (let i = 0; i <= 8; i++) {
      const u = i / 8;
      const front = {
        x: posts[0].x + (posts[1].x - posts[0].x) * u,
        y: posts[0].y + (posts[1].y - posts[0].y) * u,
      };
      const back = {
        x: feet[0].x + (feet[1].x - feet[0].x) * u,
        y: feet[0].y + (feet[1].y - feet[0].y) * u,
      };
      pen.beginPath();
      pen.moveTo(front.x, front.y - high);
      pen.lineTo(back.x, back.y);
      pen.stroke();
      pen.beginPath();
      pen.moveTo(posts[0].x + (feet[0].x - posts[0].x) * u, posts[0].y - high * (1 - u));
      pen.lineTo(posts[1].x + (feet[1].x - posts[1].x) * u, posts[1].y - high * (1 - u));
      pen.stroke();
    }
    pen.strokeStyle = '#fff';
    pen.lineWidth = Math.max(this.unit * 0.14, 1.4);
    pen.beginPath();
    pen.moveTo(posts[0].x, posts[0].y);
    pen.lineTo(posts[0].x, posts[0].y - high);
    pen.lineTo(posts[1].x, posts[1].y - high);
    pen.lineTo(posts[1].x, posts[1].y);
    pen.stroke();
  }

  /** draw shows a moment of a match between two teams; time is in milliseconds of play. */
  draw(play, time, teams) {
    const { pen } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this.ground, 0, 0);
    pen.scale(this.ratio, this.ratio);
    const ball = play.ball(time);
    const before = play.ball(time - 80);
    const figures = teams.flatMap((team, side) =>
      Array.from({ length: 11 }, (_, n) => {
        const place = play.player(side, n, time, ball);
        const was = play.player(side, n, time - 80, before);
        const pace = Math.hypot(place.x - was.x, (place.y - was.y) * 0.65) * 100;
        return { ...place, team, n, side, pace, right: place.x >= was.x };
      }),
    );
    figures.push({ ...ball, ball: true });
    figures.sort((a, b) => a.y - b.y);
    for (const figure of figures) {
      if (figure.ball) this.ball(figure, time);
      else this.figure(figure, time);
    }
  }

  figure({ x, y, team, n, side, pace, right }, time) {
    const { pen } = this;
    const p = this.at(x, y);
    const u = this.unit * p.size * 1.12;
    const swing = Math.sin(time / 70 + n) * Math.min(pace * 0.5, 0.42) * u;
    const lean = Math.min(pace * 0.06, 0.14) * (right ? u : -u);
    pen.fillStyle = 'rgb(0 0 0 / 34%)';
    pen.beginPath();
    pen.ellipse(p.x + u * 0.18, p.y, u * 0.55, u * 0.2, 0, 0, 7);
    pen.fill();
    pen.strokeStyle = '#f2c79b';
    pen.lineWidth = u * 0.2;
    pen.lineCap = 'round';
    for (const leg of [swing, -swing]) {
      pen.beginPath();
      pen.moveTo(p.x + lean * 0.4, p.y - u * 0.72);
      pen.lineTo(p.x + leg, p.y - u * 0.06);
      pen.stroke();
    }
    const shirt = n === 0 ? (side ? '#22c55e' : '#facc15') : team.shirt;
    pen.fillStyle = n === 0 ? '#111827' : team.number;
    pen.fillRect(p.x - u * 0.3 + lean * 0.4, p.y - u * 0.86, u * 0.6, u * 0.32);
    pen.fillStyle = shirt;
    pen.strokeStyle = 'rgb(0 0 0 / 45%)';
    pen.lineWidth = Math.max(u * 0.06, 0.5);
    pen.beginPath();
    pen.roundRect(p.x - u * 0.42 + lean, p.y - u * 1.62, u * 0.84, u * 0.86, u * 0.24);
    pen.fill();
    pen.stroke();
    pen.fillStyle = '#f2c79b';
    pen.beginPath();
    pen.arc(p.x + lean * 1.4, p.y - u * 1.86, u * 0.3, 0, 7);
    pen.fill();
    pen.fillStyle = ['#2b1a10', '#111', '#6b3f1d', '#3a2a20'][(n + side) % 4];
    pen.beginPath();
    pen.arc(p.x + lean * 1.4, p.y - u * 1.92, u * 0.3, Math.PI, 0);
    pen.fill();
    if (u > 9 && n > 0) {
      pen.fillStyle = team.number;
      pen.font = `800 ${u * 0.52}px system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.fillText(String(n + 1), p.x + lean, p.y - u * 1.02);
    }
  }

  ball({ x, y, z }, time) {
    const { pen } = this;
    const p = this.at(x, y);
    const u = this.unit * p.size;
    const r = u * 0.3;
    pen.fillStyle = 'rgb(0 0 0 / 40%)';
    pen.beginPath();
    pen.ellipse(p.x + z * u * 0.6, p.y, r * 1.1, r * 0.45, 0, 0, 7);
    pen.fill();
    const up = p.y - r - z * u * 3;
    pen.fillStyle = '#fff';
    pen.strokeStyle = '#1f2937';
    pen.lineWidth = Math.max(r * 0.18, 0.6);
    pen.beginPath();
    pen.arc(p.x, up, r, 0, 7);
    pen.fill();
    pen.stroke();
    pen.fillStyle = '#1f2937';
    pen.beginPath();
    pen.arc(
      p.x + Math.cos(time / 90) * r * 0.4,
      up + Math.sin(time / 90) * r * 0.4,
      r * 0.32,
      0,
      7,
    );
    pen.fill();
  }
}
