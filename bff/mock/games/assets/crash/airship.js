// An airship over a harbour at night.
import {
  faint,
  layer,
  light,
  linear,
  oval,
  placed,
  random,
  rounded,
  shape,
} from '../frame/paint.js';
import { stars } from './stars.js';

function moon(pen, x, y, r) {
  light(pen, x, y, r * 4, '#fff6d6', 0.42, r * 0.6);
  placed(pen, { x, y, scale: r }, () => {
    shape(pen, oval(0, 0, 1), '#fff3d0');
    const craters = [oval(-0.3, -0.2, 0.24), oval(0.28, 0.25, 0.3), oval(0.1, -0.5, 0.14)];
    shape(pen, `${craters.join('')}${oval(-0.35, 0.42, 0.16)}`, 'rgb(196 172 120 / 35%)');
  });
}

/** windows lights some of the windows of a building. */
function windows(pen, next, x, y, w, h) {
  for (let wy = y + 5; wy < y + h - 5; wy += 8)
    for (let wx = x + 4; wx < x + w - 4; wx += 7) {
      if (next() > 0.42) continue;
      pen.fillStyle = next() > 0.3 ? 'rgb(255 214 130 / 85%)' : 'rgb(255 240 210 / 60%)';
      pen.fillRect(wx, wy, 2.6, 3.6);
    }
}

function crane(pen, x, y, scale, flip, tone) {
  const frame = 'M0 0V-1.1M.22 0 .06-.8M-.36-.78.95-.86M0-1.1.95-.86M0-1.1-.36-.78';
  placed(pen, { x, y, scale, flip }, () => {
    shape(pen, frame, null, tone, 0.045);
    shape(pen, 'M.7-.84V-.45', null, tone, 1 / scale);
    shape(pen, 'M.63-.45h.14v.1h-.14Z', tone);
  });
}

const hull = 'M-1-.22 1-.26.72.14-.78.14Z';
const sailboat = `${hull}M-.03-1.5h.06V-.2h-.06ZM.1-1.45Q.7-.8.72-.36H.1Z`;
const steamer = `${hull}M-.4-.55H.3v.36h-.7ZM-.1-.85h.16v.36H-.1Z`;

/** harbour draws the town at the water, its lights and their reflections. */
function harbour(pen, w, h, ink) {
  const line = h * 0.74; // where the water begins
  const next = random(21);
  const near = `color-mix(in srgb, ${ink.deep} 85%, #000)`;
  // Hills and the glow behind them
  pen.fillStyle = linear(pen, [0, line - h * 0.34, 0, line], {
    0: faint(ink.glow, 0),
    1: faint(ink.glow, 0.42),
  });
  pen.fillRect(0, line - h * 0.34, w, h * 0.34);
  let hills = `M0 ${line}`;
  for (let x = 0; x <= w + 20; x += 20)
    hills += `L${x} ${line - h * (0.09 + 0.045 * Math.sin(x / 130 + 1) + 0.03 * Math.sin(x / 47))}`;
  shape(pen, `${hills}L${w} ${line}`, `color-mix(in srgb, ${ink.sky} 55%, #000)`);
  // The town
  for (let x = -8; x < w;) {
    const bw = 18 + next() * 30;
    const bh = h * (0.04 + next() * 0.09);
    const roof = next() > 0.55 ? `M${x - 2} ${line - bh}l${bw / 2 + 2}-10 ${bw / 2 + 2} 10Z` : '';
    shape(pen, `M${x} ${line - bh}h${bw}v${bh + 1}h${-bw}Z${roof}`, near);
    windows(pen, next, x, line - bh, bw, bh);
    x += bw + next() * 10;
  }
  // A round tower with a pointed roof, and cranes on the quay
  const tower = 'M-.13 0V-1h.26V0ZM-.17-1h.34v.07h-.34ZM-.15-1 0-1.42.15-1Z';
  const tx = w * 0.62;
  const th = h * 0.2;
  placed(pen, { x: tx, y: line, scale: th }, () => shape(pen, tower, near));
  windows(pen, next, tx - th * 0.12, line - th * 0.9, th * 0.24, th * 0.8);
  crane(pen, w * 0.86, line, h * 0.2, -1, near);
  crane(pen, w * 0.95, line, h * 0.16, 1, near);
  // Water, with the lights of the town and of the moon
  pen.fillStyle = linear(pen, [0, line, 0, h], {
    0: `color-mix(in srgb, ${ink.sky} 70%, ${ink.deep})`,
    1: ink.deep,
  });
  pen.fillRect(0, line, w, h * 1.3 - line);
  for (let i = 0; i < w / 9; i++) {
    const x = next() * w;
    const length = h * (0.03 + next() * 0.16);
    const tone = next() > 0.25 ? '255 205 120' : '255 246 214';
    for (let y = line + 3; y < line + length; y += 5) {
      pen.fillStyle = `rgb(${tone} / ${Math.round(26 * (1 - (y - line) / length))}%)`;
      pen.fillRect(x + Math.sin(y) * 3 - 4, y, 8 + next() * 6, 1.6);
    }
  }
  pen.fillStyle = 'rgb(255 243 208 / 22%)';
  for (let y = line + 4; y < h * 1.1; y += 6) {
    const half = 10 + (y - line) * 0.22;
    pen.fillRect(w * 0.24 - half * next(), y, half * (0.5 + next()), 2);
  }
  // The quay with a lighthouse, and boats
  pen.fillStyle = near;
  pen.fillRect(0, line - 3, w * 0.15, 12);
  placed(pen, { x: w * 0.07, y: line, scale: h }, () => {
    shape(pen, 'M-.028 0-.016-.2.016-.2.028 0ZM-.022-.23 0-.265.022-.23Z', near);
    shape(pen, 'M-.013-.23h.026v.03h-.026Z', '#fff0b8');
  });
  for (const [x, y, size, kind] of [
    [0.4, 0.07, 0.045, sailboat],
    [0.73, 0.05, 0.05, steamer],
    [0.55, 0.15, 0.06, sailboat],
  ])
    placed(pen, { x: w * x, y: line + h * y, scale: h * size }, () => shape(pen, kind, near));
}

function beam(pen, w, h, down, time) {
  const turn = Math.sin(time * 0.5) * 0.35 - 0.12;
  placed(pen, { x: w * 0.07, y: h * 0.525 + down, turn }, () => {
    const ray = { 0: faint('#fff0b8', 0.38), 1: faint('#fff0b8', 0) };
    const cone = `M0-2 ${w * 0.7} ${-h * 0.07}V${h * 0.07}L0 2`;
    shape(pen, cone, linear(pen, [0, 0, w * 0.7, 0], ray));
  });
}

const cloud = [oval(-0.9, 0.12, 0.4, 0.2), oval(-0.35, -0.1, 0.55, 0.275)].concat(
  [oval(0.3, -0.02, 0.5, 0.25), oval(0.85, 0.14, 0.36, 0.18)], // side by side
);

/** airship is the look of the airship game. */
export const airship = {
  backdrop: (w, h, ink, ratio) => ({
    // It sinks as the airship climbs, so it begins above the picture.
    sky: layer(w, h * 1.2, ratio, (pen) => {
      stars(pen, w, h * 0.9, { count: 110, seed: 5, size: 1 });
      moon(pen, w * 0.24, h * 0.4, Math.min(w, h) * 0.07);
    }),
    town: layer(w, h * 1.3, ratio, (pen) => harbour(pen, w, h, ink)),
  }),

  sky(pen, { w, h, backdrop }, { climb, time, seconds }) {
    pen.drawImage(backdrop.sky, 0, Math.min(climb * 0.03, 0.2) * h - h * 0.2, w, h * 1.2);
    const down = Math.min(climb * h * 0.2, h * 0.75);
    beam(pen, w, h, down, time);
    pen.drawImage(backdrop.town, 0, down, w, h * 1.3);
    for (let i = 0; i < 5; i++) {
      const speed = 8 + i * 5 + Math.min(seconds, 30) * 2;
      const span = w + 400;
      const x = ((((i * 0.37 + 0.1) * span - time * speed) % span) + span) % span;
      const y = h * (0.1 + 0.13 * i) + Math.min(climb * h * 0.06, h * 0.25);
      placed(pen, { x: x - 200, y, scale: 46 + i * 18 }, () =>
        shape(pen, cloud.join(''), 'rgb(255 255 255 / 9%)'),
      );
    }
  },

  craft(pen, s, { x, y, time, ink, lean = 0, rest }) {
    placed(pen, { x, y, turn: -lean * 0.7, scale: s }, () => {
      const edge = 'rgb(0 0 0 / 35%)';
      const blade = rest ? 1 : Math.abs(Math.sin(time * 31)) * 0.8 + 0.2;
      shape(pen, oval(-0.17, 0.2546, 0.012, 0.085 * blade), 'rgb(255 255 255 / 35%)');
      const fins =
        'M-.31.0855-.53.2128-.55.1178-.46.0228ZM-.31-.0855-.53-.2128-.55-.1178-.46-.0228Z';
      shape(pen, fins, ink.accentDeep, edge, 1.5 / s);
      const envelope = 'M.5 0C.46-.2052-.1-.2508-.5-.019L-.5.019C-.1.2508.46.2052.5 0';
      const silver = linear(pen, [0, -0.19, 0, 0.19], { 0: '#fff', 0.3: ink.rim, 1: ink.rimDeep });
      shape(pen, envelope, silver, edge, 1.5 / s);
      pen.save();
      pen.clip(new Path2D(envelope));
      shape(pen, 'M-.5-.0323h1v.0646h-1Z', ink.accent);
      const ribs = [-0.31, -0.14, 0.04, 0.22, 0.37].map(
        (rib) => `M${rib}-.247a.05.247 0 0 1 0 .494`,
      );
      shape(pen, ribs.join(''), null, 'rgb(0 0 0 / 16%)', 1.4 / s);
      shape(pen, oval(0.06, -0.1254, 0.3, 0.0266), 'rgb(255 255 255 / 38%)');
      pen.restore();
      shape(pen, 'M-.29-.0133-.55-.038-.55.038-.29.0133', ink.accentDeep);
      shape(pen, rounded(-0.15, 0.1786, 0.33, 0.0988, 0.038), '#2b2436'); // gondola
      shape(pen, 'M-.1.2052h.03v.03h-.03Zm.05 0h.03v.03h-.03Zm.05 0h.03v.03h-.03Z', '#ffe39a');
      shape(pen, 'M.05.2052h.03v.03h-.03Zm.05 0h.03v.03h-.03Z', '#ffe39a');
      pen.globalAlpha = rest || Math.sin(time * 5) > 0 ? 1 : 0.25;
      shape(pen, oval(-0.525, -0.1862, 0.014), '#ff5468');
      shape(pen, oval(0.49, 0, 0.014), '#7dffb0');
    });
  },
};
