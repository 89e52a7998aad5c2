// Draws the players and the ball, as a camera in the stand sees them, over the pitch of football.css.
import { Canvas } from '../frame/canvas.js';
import { oval, placed, rounded, shape } from '../frame/paint.js';

const tilt = 0.74; // how wide the far line is, the near one being 1

/** Pitch is the canvas of the match. */
export class Pitch extends Canvas {
  constructor(host) {
    super(host);
    this.open();
  }

  resized() {
    const { w, h } = this;
    // The pitch keeps about its own shape, whatever the page leaves it; see football.css.
    this.wide = Math.min(w * 0.93, h * 2.1);
    this.tall = Math.min(h * 0.8, this.wide * 0.64);
    this.top = (h - this.tall) * 0.62;
    this.unit = Math.max(this.tall * 0.056, 8);
  }

  /** at gives where a place on the pitch (0 to 1 along and across) is on the canvas. */
  at(x, y) {
    const depth = 0.84 * y + 0.16 * y * y;
    const size = tilt + (1 - tilt) * depth;
    return { x: this.w / 2 + (x - 0.5) * this.wide * size, y: this.top + depth * this.tall, size };
  }

  /** draw shows a moment of a match between two teams; time is in milliseconds of play. */
  draw(play, time, teams) {
    const { pen } = this;
    pen.clearRect(0, 0, this.w, this.h);
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
