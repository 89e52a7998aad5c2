// An astronaut among the stars.
import {
  faint,
  layer,
  light,
  linear,
  oval,
  placed,
  radial,
  random,
  rounded,
  shape,
} from '../frame/paint.js';
import { stars } from './stars.js';

const line = 'rgb(20 16 40 / 45%)';

function ringed(pen, x, y, r, ink) {
  const half = (side) =>
    placed(pen, { x, y, turn: -0.35, scale: r }, () => {
      pen.globalAlpha = 0.75;
      shape(pen, `M-1.85 0A1.85.48 0 0 ${side} 1.85 0`, null, ink.rim, 0.16);
    });
  half(1);
  const body = radial(pen, [x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r], {
    0: ink.accent,
    0.6: ink.accentDeep,
    1: `color-mix(in srgb, ${ink.accentDeep} 35%, #000)`,
  });
  shape(pen, oval(x, y, r), body);
  half(0);
}

function ground(pen, w, h, ink) {
  const r = Math.max(w, h) * 1.1;
  const x = w * 0.42;
  const y = h * 0.8 + r;
  light(pen, x, y, r * 1.09, ink.glow, 0.85, r * 0.96);
  const body = linear(pen, [0, h * 0.8, 0, h * 1.3], {
    0: `color-mix(in srgb, ${ink.reel} 70%, ${ink.glow})`,
    0.35: ink.reel,
    1: ink.reelDeep,
  });
  shape(pen, oval(x, y, r), body);
  pen.clip(new Path2D(oval(x, y, r)));
  const next = random(9);
  for (let i = 0; i < 26; i++) {
    const cx = next() * w;
    const cy = h * 0.82 + next() * h * 0.3;
    const s = 8 + next() * w * 0.045;
    shape(pen, oval(cx, cy, s, s * 0.32), 'rgb(0 0 0 / 20%)');
    const rim = `M${cx - s * 0.98} ${cy + s * 0.06}A${s} ${s * 0.32} 0 0 0 ${cx + s * 0.98} ${cy + s * 0.06}`;
    shape(pen, rim, null, 'rgb(255 255 255 / 14%)', 1.5);
  }
}

/** limb draws an arm or a leg that ends at a point with a glove or a boot. */
function limb(pen, path, [x, y], fill, end) {
  pen.lineCap = pen.lineJoin = 'round';
  shape(pen, path, null, line, 0.125);
  shape(pen, path, null, fill, 0.105);
  shape(pen, oval(x, y, 0.066), end);
}

/** astronaut is the look of the space game. */
export const astronaut = {
  backdrop: (w, h, ink, ratio) => ({
    sky: layer(w, h, ratio, (pen) => {
      light(pen, w * 0.2, h * 0.25, Math.max(w, h) * 0.4, ink.glow, 0.3);
      light(pen, w * 0.85, h * 0.6, Math.max(w, h) * 0.42, ink.accentDeep, 0.22);
      stars(pen, w, h, { count: 120, seed: 3, size: 0.9 });
    }),
    near: layer(w, h, ratio, (pen) => stars(pen, w, h, { count: 46, seed: 8, size: 1.5 })),
    world: layer(w, h * 1.4, ratio, (pen) => ground(pen, w, h, ink)),
    moon: layer(w, h, ratio, (pen) => ringed(pen, w * 0.2, h * 0.24, Math.min(w, h) * 0.085, ink)),
  }),

  sky(pen, { w, h, backdrop }, { climb, time, seconds }) {
    const speed = 4 + Math.min(seconds, 40) * 0.2;
    const fall = (time * speed + climb * h * speed * 0.05) % h;
    pen.drawImage(backdrop.sky, 0, 0, w, h);
    pen.drawImage(backdrop.near, 0, fall, w, h);
    pen.drawImage(backdrop.near, 0, fall - h, w, h);
    pen.drawImage(backdrop.moon, 0, Math.min(climb * h * 0.05, h * 0.4), w, h);
    pen.drawImage(backdrop.world, 0, Math.min(climb * h * 0.16, h * 0.5), w, h * 1.4);
  },

  craft(pen, size, { x, y, time, ink, lean = 0, rest }) {
    const scale = size * 0.72;
    const turn = 0.5 - lean * 0.5 + (rest ? 0 : Math.sin(time * 2.3) * 0.03);
    const [suit, shade] = ['#f2f4fb', '#c3c9de'];
    const thin = Math.max(0.014, 1 / scale);
    placed(pen, { x, y, turn, scale }, () => {
      for (const dx of rest ? [] : [-0.19, -0.09]) {
        const end = 0.54 + 0.09 * Math.sin(time * 37 + dx * 60);
        const fire = linear(pen, [0, 0.2, 0, end], {
          0: '#fff7d6',
          0.3: ink.accent,
          1: faint(ink.accentDeep, 0),
        });
        const [left, right] = [dx - 0.05, dx + 0.05];
        shape(pen, `M${left} .2Q${left} .3 ${dx} ${end}Q${right} .3 ${right} .2`, fire);
      }
      shape(pen, rounded(-0.26, -0.18, 0.24, 0.4, 0.06), ink.rimDeep, line, thin); // the pack
      limb(pen, 'M-.04.2-.1.36-.16.47', [-0.16, 0.47], shade, ink.rimDeep);
      limb(pen, 'M.09.2.12.35.04.46', [0.04, 0.46], suit, ink.rimDeep);
      const body = linear(pen, [-0.18, 0, 0.2, 0], { 0: shade, 0.6: suit });
      shape(pen, rounded(-0.16, -0.16, 0.34, 0.42, 0.12), body, line, thin);
      shape(pen, rounded(-0.02, 0.01, 0.15, 0.1, 0.02), ink.reel, line, thin); // the chest box
      shape(pen, 'M.005.035h.04v.025h-.04Z', ink.accent);
      shape(pen, 'M.065.035h.04v.025h-.04Z', '#ff5468');
      limb(pen, 'M.13-.08.27-.2.36-.36', [0.36, -0.36], suit, ink.rimDeep); // reaching up
      limb(pen, 'M-.1-.06-.05.08-.14.18', [-0.14, 0.18], suit, ink.rimDeep);
      shape(pen, oval(0.02, -0.34, 0.215), suit, line, thin); // the helmet
      const visor = linear(pen, [-0.08, -0.46, 0.2, -0.22], {
        0: ink.glow,
        0.5: ink.reelDeep,
        1: ink.accentDeep,
      });
      shape(pen, rounded(-0.1, -0.45, 0.29, 0.22, 0.1), visor, line, thin);
      shape(pen, oval(-0.02, -0.395, 0.045, 0.022), 'rgb(255 255 255 / 60%)');
    });
  },
};
