// An astronaut among the stars.
import { faint, layer, light, random } from '../frame/paint.js';

function stars(pen, w, h, n, seed, size) {
  const next = random(seed);
  for (let i = 0; i < n; i++) {
    pen.fillStyle = `rgb(255 255 255 / ${Math.round(25 + next() * 70)}%)`;
    pen.beginPath();
    pen.arc(next() * w, next() * h, size * (0.4 + next() * 0.8), 0, 7);
    pen.fill();
  }
}

function ringed(pen, x, y, r, ink) {
  const ring = (from, to) => {
    pen.strokeStyle = ink.rim;
    pen.lineWidth = r * 0.16;
    pen.globalAlpha = 0.75;
    pen.beginPath();
    pen.ellipse(x, y, r * 1.85, r * 0.48, -0.35, from, to);
    pen.stroke();
    pen.globalAlpha = 1;
  };
  ring(Math.PI, Math.PI * 2);
  const body = pen.createRadialGradient(x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r);
  body.addColorStop(0, ink.accent);
  body.addColorStop(0.6, ink.accentDeep);
  body.addColorStop(1, `color-mix(in srgb, ${ink.accentDeep} 35%, #000)`);
  pen.fillStyle = body;
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fill();
  ring(0, Math.PI);
}

function ground(pen, w, h, ink) {
  const r = Math.max(w, h) * 1.1;
  const x = w * 0.42;
  const y = h * 0.8 + r;
  light(pen, x, y, r * 1.09, ink.glow, 0.85, r * 0.96);
  const body = pen.createLinearGradient(0, h * 0.8, 0, h * 1.3);
  body.addColorStop(0, `color-mix(in srgb, ${ink.reel} 70%, ${ink.glow})`);
  body.addColorStop(0.35, ink.reel);
  body.addColorStop(1, ink.reelDeep);
  pen.fillStyle = body;
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fill();
  pen.save();
  pen.clip();
  const next = random(9);
  for (let i = 0; i < 26; i++) {
    const cx = next() * w;
    const cy = h * 0.82 + next() * h * 0.3;
    const s = 8 + next() * w * 0.045;
    pen.fillStyle = 'rgb(0 0 0 / 20%)';
    pen.beginPath();
    pen.ellipse(cx, cy, s, s * 0.32, 0, 0, 7);
    pen.fill();
    pen.strokeStyle = 'rgb(255 255 255 / 14%)';
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.ellipse(cx, cy, s, s * 0.32, 0, 0.2, Math.PI - 0.2);
    pen.stroke();
  }
  pen.restore();
}

const round = (pen, x, y, w, h, r, fill) => {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.roundRect(x, y, w, h, r);
  pen.fill();
  pen.stroke();
};

/** limb draws an arm or a leg with its glove or boot. */
function limb(pen, s, points, fill, end) {
  const path = () => {
    pen.beginPath();
    pen.moveTo(points[0][0] * s, points[0][1] * s);
    for (const [x, y] of points.slice(1)) pen.lineTo(x * s, y * s);
  };
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = 'rgb(20 16 40 / 45%)';
  pen.lineWidth = s * 0.125;
  path();
  pen.stroke();
  pen.strokeStyle = fill;
  pen.lineWidth = s * 0.105;
  path();
  pen.stroke();
  const [x, y] = points.at(-1);
  pen.fillStyle = end;
  pen.beginPath();
  pen.arc(x * s, y * s, s * 0.066, 0, 7);
  pen.fill();
}

/** astronaut is the look of the space game. */
export const astronaut = {
  backdrop: (w, h, ink, ratio) => ({
    sky: layer(w, h, ratio, (pen) => {
      light(pen, w * 0.2, h * 0.25, Math.max(w, h) * 0.4, ink.glow, 0.3);
      light(pen, w * 0.85, h * 0.6, Math.max(w, h) * 0.42, ink.accentDeep, 0.22);
      stars(pen, w, h, 120, 3, 0.9);
    }),
    near: layer(w, h, ratio, (pen) => stars(pen, w, h, 46, 8, 1.5)),
    world: layer(w, h * 1.4, ratio, (pen) => ground(pen, w, h, ink)),
    moon: layer(w, h, ratio, (pen) => ringed(pen, w * 0.2, h * 0.24, Math.min(w, h) * 0.085, ink)),
  }),

  sky(pen, { w, h, backdrop }, { climb, time, seconds }) {
    const drift = (speed) => (time * speed + climb * h * speed * 0.05) % h;
    pen.drawImage(backdrop.sky, 0, 0, w, h);
    const fall = drift(4 + Math.min(seconds, 40) * 0.2);
    pen.drawImage(backdrop.near, 0, fall, w, h);
    pen.drawImage(backdrop.near, 0, fall - h, w, h);
    pen.drawImage(backdrop.moon, 0, Math.min(climb * h * 0.05, h * 0.4), w, h);
    pen.drawImage(backdrop.world, 0, Math.min(climb * h * 0.16, h * 0.5), w, h * 1.4);
  },

  craft(pen, size, { x, y, time, ink, lean = 0, rest }) {
    const s = size * 0.72;
    const suit = '#f2f4fb';
    const shade = '#c3c9de';
    pen.save();
    pen.translate(x, y);
    pen.rotate(0.5 - lean * 0.5 + (rest ? 0 : Math.sin(time * 2.3) * 0.03));
    // Flames of the pack
    if (!rest) {
      for (const dx of [-0.19, -0.09]) {
        const long = s * (0.34 + 0.09 * Math.sin(time * 37 + dx * 60));
        const fire = pen.createLinearGradient(0, s * 0.2, 0, s * 0.2 + long);
        fire.addColorStop(0, '#fff7d6');
        fire.addColorStop(0.3, ink.accent);
        fire.addColorStop(1, faint(ink.accentDeep, 0));
        pen.fillStyle = fire;
        pen.beginPath();
        pen.moveTo(dx * s - s * 0.05, s * 0.2);
        pen.quadraticCurveTo(dx * s - s * 0.05, s * 0.3, dx * s, s * 0.2 + long);
        pen.quadraticCurveTo(dx * s + s * 0.05, s * 0.3, dx * s + s * 0.05, s * 0.2);
        pen.fill();
      }
    }
    pen.strokeStyle = 'rgb(20 16 40 / 45%)';
    pen.lineWidth = Math.max(s * 0.014, 1);
    round(pen, -0.26 * s, -0.18 * s, 0.24 * s, 0.4 * s, 0.06 * s, ink.rimDeep); // the pack
    limb(
      pen,
      s,
      [
        [-0.04, 0.2],
        [-0.1, 0.36],
        [-0.16, 0.47],
      ],
      shade,
      ink.rimDeep,
    );
    limb(
      pen,
      s,
      [
        [0.09, 0.2],
        [0.12, 0.35],
        [0.04, 0.46],
      ],
      suit,
      ink.rimDeep,
    );
    pen.strokeStyle = 'rgb(20 16 40 / 45%)';
    pen.lineWidth = Math.max(s * 0.014, 1);
    const body = pen.createLinearGradient(-0.18 * s, 0, 0.2 * s, 0);
    body.addColorStop(0, shade);
    body.addColorStop(0.6, suit);
    round(pen, -0.16 * s, -0.16 * s, 0.34 * s, 0.42 * s, 0.12 * s, body);
    round(pen, -0.02 * s, 0.01 * s, 0.15 * s, 0.1 * s, 0.02 * s, ink.reel); // the chest box
    pen.fillStyle = ink.accent;
    pen.fillRect(0.005 * s, 0.035 * s, 0.04 * s, 0.025 * s);
    pen.fillStyle = '#ff5468';
    pen.fillRect(0.065 * s, 0.035 * s, 0.04 * s, 0.025 * s);
    limb(
      pen,
      s,
      [
        [0.13, -0.08],
        [0.27, -0.2],
        [0.36, -0.36],
      ],
      suit,
      ink.rimDeep,
    ); // reaching up
    limb(
      pen,
      s,
      [
        [-0.1, -0.06],
        [-0.05, 0.08],
        [-0.14, 0.18],
      ],
      suit,
      ink.rimDeep,
    );
    // Helmet
    pen.strokeStyle = 'rgb(20 16 40 / 45%)';
    pen.lineWidth = Math.max(s * 0.014, 1);
    pen.fillStyle = suit;
    pen.beginPath();
    pen.arc(0.02 * s, -0.34 * s, 0.215 * s, 0, 7);
    pen.fill();
    pen.stroke();
    const visor = pen.createLinearGradient(-0.08 * s, -0.46 * s, 0.2 * s, -0.22 * s);
    visor.addColorStop(0, ink.glow);
    visor.addColorStop(0.5, ink.reelDeep);
    visor.addColorStop(1, ink.accentDeep);
    round(pen, -0.1 * s, -0.45 * s, 0.29 * s, 0.22 * s, 0.1 * s, visor);
    pen.fillStyle = 'rgb(255 255 255 / 60%)';
    pen.beginPath();
    pen.ellipse(-0.02 * s, -0.395 * s, 0.045 * s, 0.022 * s, -0.5, 0, 7);
    pen.fill();
    pen.restore();
  },
};
