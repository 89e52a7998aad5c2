// Draws the pitch, the players and the ball, as a camera in the stand sees them.
import { Canvas } from '../frame/canvas.js';
import { layer, linear, oval, placed, radial, random, rounded, shape } from '../frame/paint.js';

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

  /** trace gives the path through places of the pitch. */
  trace(places) {
    return `M${places.map(([x, y]) => [this.at(x, y).x, this.at(x, y).y].join(' ')).join('L')}`;
  }

  box(x1, y1, x2, y2) {
    const xs = [x1, x2, x2, x1];
    return `${this.trace([y1, y1, y2, y2].map((y, i) => [xs[i], y]))}Z`;
  }

  arc(x, r, from, to) {
    const places = Array.from({ length: 33 }, (_, i) => {
      const angle = from + ((to - from) * i) / 32;
      return [x + Math.cos(angle) * r, 0.5 + Math.sin(angle) * r * 1.544];
    });
    return this.trace(places);
  }

  /** lay draws what does not move: the stand, the grass, the lines. */
  lay(pen) {
    const { w, h, top } = this;
    const foot = top - this.tall * 0.05;
    const below = (y, fill) => shape(pen, `M0 ${y}H${w}V${y + h}H0Z`, fill);
    below(0, linear(pen, [0, 0, 0, top], { 0: '#0b1220', 1: '#1c2a3f' }));
    this.crowd(pen, foot);
    below(foot, linear(pen, [0, top, 0, h], { 0: '#1c5a2c', 1: '#154a24' }));
    for (let i = 0; i < 14; i++)
      shape(pen, this.box(i / 14, 0, (i + 1) / 14, 1), i % 2 ? '#2f8f46' : '#37a052');
    const light = radial(pen, [w / 2, h * 0.5, 0, w / 2, h * 0.5, w * 0.62], {
      0: 'rgb(255 255 255 / 13%)',
      0.6: 'rgb(255 255 255 / 0%)',
      1: 'rgb(0 0 0 / 42%)',
    });
    below(foot, light);
    this.lines(pen);
    this.goal(pen, 0, -0.026);
    this.goal(pen, 1, 1.026);
  }

  crowd(pen, foot) {
    const next = random(7);
    const colours = ['#e5e7eb', '#f59e0b', '#ef4444', '#3b82f6', '#10b981', '#a78bfa', '#334155'];
    for (let y = foot - 10; y > -4; y -= 6) {
      for (let x = next() * 6; x < this.w; x += 6) {
        pen.globalAlpha = 0.18 + 0.42 * next();
        const colour = colours[Math.floor(next() * colours.length)];
        shape(pen, oval(x + next() * 3, y + next() * 2, 1.9), colour);
      }
    }
    pen.globalAlpha = 1;
    shape(pen, `M0 ${foot - 7}H${this.w}v7H0Z`, '#0f172a');
    shape(pen, `M0 ${foot - 7}H${this.w}v1H0Z`, 'rgb(255 255 255 / 30%)');
  }

  lines(pen) {
    const lines = [
      this.box(0, 0, 1, 1),
      this.box(0.5, 0, 0.5, 1),
      this.arc(0.5, 0.087, 0, Math.PI * 2),
      this.box(0, 0.2, 0.157, 0.8),
      this.box(1, 0.2, 0.843, 0.8),
      this.box(0, 0.365, 0.052, 0.635),
      this.box(1, 0.365, 0.948, 0.635),
      this.arc(0.105, 0.087, -0.93, 0.93),
      this.arc(0.895, 0.087, Math.PI - 0.93, Math.PI + 0.93),
    ];
    const width = Math.max(this.tall / 190, 1);
    shape(pen, lines.join(''), null, 'rgb(255 255 255 / 85%)', width);
    for (const x of [0.105, 0.5, 0.895]) {
      const p = this.at(x, 0.5);
      shape(pen, oval(p.x, p.y, this.unit * 0.12), '#fff');
    }
  }

  /** goal draws the frame of a goal on its line x, and the net to the line behind it. */
  goal(pen, x, behind) {
    const high = this.unit * 1.9;
    const [left, right] = [this.at(x, 0.44), this.at(x, 0.56)];
    const [back, far] = [this.at(behind, 0.44), this.at(behind, 0.56)];
    const between = (a, b, u, lift) => `${a.x + (b.x - a.x) * u} ${a.y + (b.y - a.y) * u - lift}`;
    let net = '';
    for (let u = 0; u <= 1; u += 1 / 8) {
      net += `M${between(left, right, u, high)}L${between(back, far, u, 0)}`;
      const lift = high * (1 - u);
      net += `M${between(left, back, u, lift)}L${between(right, far, u, lift)}`;
    }
    shape(pen, net, null, 'rgb(255 255 255 / 45%)', 0.7);
    const frame = `M${left.x} ${left.y}v${-high}L${right.x} ${right.y - high}v${high}`;
    shape(pen, frame, null, '#fff', Math.max(this.unit * 0.14, 1.4));
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
    const swing = Math.sin(time / 70 + n) * Math.min(pace * 0.5, 0.42);
    const lean = Math.min(pace * 0.06, 0.14) * (right ? 1 : -1);
    const keeper = n === 0;
    const hair = ['#2b1a10', '#111', '#6b3f1d', '#3a2a20'][(n + side) % 4];
    placed(pen, { ...p, scale: u }, () => {
      shape(pen, oval(0.18, 0, 0.55, 0.2), 'rgb(0 0 0 / 34%)');
      const hip = lean * 0.4;
      pen.lineCap = 'round';
      const legs = `M${hip}-.72 ${swing}-.06M${hip}-.72 ${-swing}-.06`;
      shape(pen, legs, null, '#f2c79b', 0.2);
      shape(pen, `M${hip - 0.3}-.86h.6v.32h-.6Z`, keeper ? '#111827' : team.number);
      const shirt = keeper ? (side ? '#22c55e' : '#facc15') : team.shirt;
      const body = rounded(lean - 0.42, -1.62, 0.84, 0.86, 0.24);
      shape(pen, body, shirt, 'rgb(0 0 0 / 45%)', Math.max(0.06, 0.5 / u));
      shape(pen, oval(lean * 1.4, -1.86, 0.3), '#f2c79b');
      shape(pen, `M${lean * 1.4 - 0.3}-1.92a.3.3 0 0 1 .6 0`, hair);
      if (u <= 9 || keeper) return;
      pen.scale(0.01, 0.01);
      pen.fillStyle = team.number;
      pen.font = '800 52px system-ui, sans-serif';
      pen.textAlign = 'center';
      pen.fillText(String(n + 1), lean * 100, -102);
    });
  }

  ball({ x, y, z }, time) {
    const { pen } = this;
    const p = this.at(x, y);
    const u = this.unit * p.size;
    const r = u * 0.3;
    shape(pen, oval(p.x + z * u * 0.6, p.y, r * 1.1, r * 0.45), 'rgb(0 0 0 / 40%)');
    const up = p.y - r - z * u * 3;
    shape(pen, oval(p.x, up, r), '#fff', '#1f2937', Math.max(r * 0.18, 0.6));
    const turn = time / 90;
    const spot = oval(p.x + Math.cos(turn) * r * 0.4, up + Math.sin(turn) * r * 0.4, r * 0.32);
    shape(pen, spot, '#1f2937');
  }
}
