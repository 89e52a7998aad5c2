// An airship over a harbour at night.
import { faint, layer, light, random } from '../frame/paint.js';

function stars(pen, w, h, n) {
  const next = random(5);
  for (let i = 0; i < n; i++) {
    pen.fillStyle = `rgb(255 255 255 / ${Math.round(20 + next() * 60)}%)`;
    pen.beginPath();
    pen.arc(next() * w, next() * h, 0.5 + next() * 1.1, 0, 7);
    pen.fill();
  }
}

function moon(pen, x, y, r) {
  light(pen, x, y, r * 4, '#fff6d6', 0.42, r * 0.6);
  pen.fillStyle = '#fff3d0';
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fill();
  pen.fillStyle = 'rgb(196 172 120 / 35%)';
  for (const [dx, dy, s] of [
    [-0.3, -0.2, 0.24],
    [0.28, 0.25, 0.3],
    [0.1, -0.5, 0.14],
    [-0.35, 0.42, 0.16],
  ]) {
    pen.beginPath();
    pen.arc(x + dx * r, y + dy * r, s * r, 0, 7);
    pen.fill();
  }
}

/** windows lights some of a building's windows. */
function windows(pen, next, x, y, w, h) {
  for (let wy = y + 5; wy < y + h - 5; wy += 8)
    for (let wx = x + 4; wx < x + w - 4; wx += 7) {
      if (next() > 0.42) continue;
      pen.fillStyle = next() > 0.3 ? 'rgb(255 214 130 / 85%)' : 'rgb(255 240 210 / 60%)';
      pen.fillRect(wx, wy, 2.6, 3.6);
    }
}

function crane(pen, x, base, s, dir) {
  pen.lineWidth = s * 0.045;
  pen.beginPath();
  pen.moveTo(x, base);
  pen.lineTo(x, base - s);
  pen.moveTo(x + dir * s * 0.22, base);
  pen.lineTo(x + dir * s * 0.06, base - s * 0.8);
  pen.moveTo(x - dir * s * 0.36, base - s * 0.78);
  pen.lineTo(x + dir * s * 0.95, base - s * 0.86);
  pen.moveTo(x, base - s * 1.1);
  pen.lineTo(x + dir * s * 0.95, base - s * 0.86);
  pen.moveTo(x, base - s * 1.1);
  pen.lineTo(x - dir * s * 0.36, base - s * 0.78);
  pen.moveTo(x, base - s);
  pen.lineTo(x, base - s * 1.1);
  pen.stroke();
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x + dir * s * 0.7, base - s * 0.84);
  pen.lineTo(x + dir * s * 0.7, base - s * 0.45);
  pen.stroke();
  pen.fillRect(x + dir * s * 0.7 - s * 0.07, base - s * 0.45, s * 0.14, s * 0.1);
}

function boat(pen, x, y, s, mast) {
  pen.beginPath();
  pen.moveTo(x - s, y - s * 0.22);
  pen.lineTo(x + s, y - s * 0.26);
  pen.lineTo(x + s * 0.72, y + s * 0.14);
  pen.lineTo(x - s * 0.78, y + s * 0.14);
  pen.fill();
  if (mast) {
    pen.fillRect(x - 1, y - s * 1.5, 2, s * 1.3);
    pen.beginPath();
    pen.moveTo(x + 3, y - s * 1.45);
    pen.quadraticCurveTo(x + s * 0.7, y - s * 0.8, x + s * 0.72, y - s * 0.36);
    pen.lineTo(x + 3, y - s * 0.36);
    pen.fill();
  } else {
    pen.fillRect(x - s * 0.4, y - s * 0.55, s * 0.7, s * 0.36);
    pen.fillRect(x - s * 0.1, y - s * 0.85, s * 0.16, s * 0.36);
  }
}

/** harbour draws the town at the water, its lights and their reflections. */
function harbour(pen, w, h, ink) {
  const line = h * 0.74; // where the water begins
  const next = random(21);
  const far = `color-mix(in srgb, ${ink.sky} 55%, #000)`;
  const near = `color-mix(in srgb, ${ink.deep} 85%, #000)`;
  // Hills and the glow behind them
  const glow = pen.createLinearGradient(0, line - h * 0.34, 0, line);
  glow.addColorStop(0, faint(ink.glow, 0));
  glow.addColorStop(1, faint(ink.glow, 0.42));
  pen.fillStyle = glow;
  pen.fillRect(0, line - h * 0.34, w, h * 0.34);
  pen.fillStyle = far;
  pen.beginPath();
  pen.moveTo(0, line);
  for (let x = 0; x <= w + 20; x += 20)
    pen.lineTo(x, line - h * (0.09 + 0.045 * Math.sin(x / 130 + 1) + 0.03 * Math.sin(x / 47)));
  pen.lineTo(w, line);
  pen.fill();
  // The town
  for (let x = -8; x < w;) {
    const bw = 18 + next() * 30;
    const bh = h * (0.04 + next() * 0.09);
    pen.fillStyle = near;
    pen.fillRect(x, line - bh, bw, bh + 1);
    if (next() > 0.55) {
      pen.beginPath();
      pen.moveTo(x - 2, line - bh);
      pen.lineTo(x + bw / 2, line - bh - 10);
      pen.lineTo(x + bw + 2, line - bh);
      pen.fill();
    }
    windows(pen, next, x, line - bh, bw, bh);
    x += bw + next() * 10;
  }
  // An old round tower with its pointed roof
  const tx = w * 0.62;
  const th = h * 0.2;
  pen.fillStyle = near;
  pen.fillRect(tx - th * 0.13, line - th, th * 0.26, th);
  pen.fillRect(tx - th * 0.17, line - th, th * 0.34, th * 0.07);
  pen.beginPath();
  pen.moveTo(tx - th * 0.15, line - th);
  pen.lineTo(tx, line - th * 1.42);
  pen.lineTo(tx + th * 0.15, line - th);
  pen.fill();
  windows(pen, next, tx - th * 0.12, line - th * 0.9, th * 0.24, th * 0.8);
  // Cranes on the quay
  pen.strokeStyle = pen.fillStyle = near;
  crane(pen, w * 0.86, line, h * 0.2, -1);
  crane(pen, w * 0.95, line, h * 0.16, 1);
  // Water
  const water = pen.createLinearGradient(0, line, 0, h);
  water.addColorStop(0, `color-mix(in srgb, ${ink.sky} 70%, ${ink.deep})`);
  water.addColorStop(1, ink.deep);
  pen.fillStyle = water;
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
  // The moon's road
  for (let y = line + 4; y < h * 1.1; y += 6) {
    pen.fillStyle = 'rgb(255 243 208 / 22%)';
    const half = 10 + (y - line) * 0.22;
    pen.fillRect(w * 0.24 - half * next(), y, half * (0.5 + next()), 2);
  }
  // The quay with a lighthouse, and boats
  pen.fillStyle = near;
  const lx = w * 0.07;
  pen.fillRect(0, line - 3, w * 0.15, 12);
  pen.beginPath();
  pen.moveTo(lx - h * 0.028, line);
  pen.lineTo(lx - h * 0.016, line - h * 0.2);
  pen.lineTo(lx + h * 0.016, line - h * 0.2);
  pen.lineTo(lx + h * 0.028, line);
  pen.fill();
  pen.fillStyle = '#fff0b8';
  pen.fillRect(lx - h * 0.013, line - h * 0.23, h * 0.026, h * 0.03);
  pen.fillStyle = near;
  pen.beginPath();
  pen.moveTo(lx - h * 0.022, line - h * 0.23);
  pen.lineTo(lx, line - h * 0.265);
  pen.lineTo(lx + h * 0.022, line - h * 0.23);
  pen.fill();
  boat(pen, w * 0.4, line + h * 0.07, h * 0.045, true);
  boat(pen, w * 0.73, line + h * 0.05, h * 0.05, false);
  boat(pen, w * 0.55, line + h * 0.15, h * 0.06, true);
}

function beam(pen, w, h, down, time) {
  const x = w * 0.07;
  const y = h * 0.74 - h * 0.215 + down;
  const turn = Math.sin(time * 0.5) * 0.35 - 0.12;
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  const ray = pen.createLinearGradient(0, 0, w * 0.7, 0);
  ray.addColorStop(0, faint('#fff0b8', 0.38));
  ray.addColorStop(1, faint('#fff0b8', 0));
  pen.fillStyle = ray;
  pen.beginPath();
  pen.moveTo(0, -2);
  pen.lineTo(w * 0.7, -h * 0.07);
  pen.lineTo(w * 0.7, h * 0.07);
  pen.lineTo(0, 2);
  pen.fill();
  pen.restore();
}

function cloud(pen, x, y, s) {
  pen.beginPath();
  for (const [dx, dy, r] of [
    [-0.9, 0.12, 0.4],
    [-0.35, -0.1, 0.55],
    [0.3, -0.02, 0.5],
    [0.85, 0.14, 0.36],
  ]) {
    pen.moveTo(x + dx * s + r * s, y + dy * s);
    pen.ellipse(x + dx * s, y + dy * s, r * s, r * s * 0.5, 0, 0, 7);
  }
  pen.fill();
}

/** airship is the look of the airship game. */
export const airship = {
  backdrop: (w, h, ink, ratio) => ({
    // It sinks as the airship climbs, so it begins above the picture.
    sky: layer(w, h * 1.2, ratio, (pen) => {
      stars(pen, w, h * 0.9, 110);
      moon(pen, w * 0.24, h * 0.4, Math.min(w, h) * 0.07);
    }),
    town: layer(w, h * 1.3, ratio, (pen) => harbour(pen, w, h, ink)),
  }),

  sky(pen, { w, h, backdrop }, { climb, time, seconds }) {
    pen.drawImage(backdrop.sky, 0, Math.min(climb * 0.03, 0.2) * h - h * 0.2, w, h * 1.2);
    const down = Math.min(climb * h * 0.2, h * 0.75);
    beam(pen, w, h, down, time);
    pen.drawImage(backdrop.town, 0, down, w, h * 1.3);
    pen.fillStyle = 'rgb(255 255 255 / 9%)';
    for (let i = 0; i < 5; i++) {
      const speed = 8 + i * 5 + Math.min(seconds, 30) * 2;
      const span = w + 400;
      const x = ((((i * 0.37 + 0.1) * span - time * speed) % span) + span) % span;
      cloud(pen, x - 200, h * (0.1 + 0.13 * i) + Math.min(climb * h * 0.06, h * 0.25), 46 + i * 18);
    }
  },

  craft(pen, s, { x, y, time, ink, lean = 0, rest }) {
    const a = s * 0.5; // half the length
    const b = s * 0.19;
    pen.save();
    pen.translate(x, y);
    pen.rotate(-lean * 0.7);
    // Propeller at the back
    pen.fillStyle = 'rgb(255 255 255 / 35%)';
    pen.beginPath();
    const blade = rest ? 1 : Math.abs(Math.sin(time * 31)) * 0.8 + 0.2;
    pen.ellipse(-a * 0.34, b * 1.34, s * 0.012, s * 0.085 * blade, 0, 0, 7);
    pen.fill();
    // Fins
    pen.fillStyle = ink.accentDeep;
    pen.strokeStyle = 'rgb(0 0 0 / 35%)';
    pen.lineWidth = 1.5;
    for (const side of [-1, 1]) {
      pen.beginPath();
      pen.moveTo(-a * 0.62, side * b * 0.45);
      pen.lineTo(-a * 1.06, side * b * 1.12);
      pen.lineTo(-a * 1.1, side * b * 0.62);
      pen.lineTo(-a * 0.92, side * b * 0.12);
      pen.closePath();
      pen.fill();
      pen.stroke();
    }
    // Envelope
    const hull = pen.createLinearGradient(0, -b, 0, b);
    hull.addColorStop(0, '#ffffff');
    hull.addColorStop(0.3, ink.rim);
    hull.addColorStop(1, ink.rimDeep);
    pen.fillStyle = hull;
    pen.beginPath();
    pen.moveTo(a, 0);
    pen.bezierCurveTo(a * 0.92, -b * 1.08, -a * 0.2, -b * 1.32, -a, -b * 0.1);
    pen.lineTo(-a, b * 0.1);
    pen.bezierCurveTo(-a * 0.2, b * 1.32, a * 0.92, b * 1.08, a, 0);
    pen.fill();
    pen.stroke();
    pen.save();
    pen.clip();
    pen.fillStyle = ink.accent;
    pen.fillRect(-a, -b * 0.17, s, b * 0.34);
    pen.strokeStyle = 'rgb(0 0 0 / 16%)';
    pen.lineWidth = 1.4;
    for (const k of [-0.62, -0.28, 0.08, 0.44, 0.74]) {
      pen.beginPath();
      pen.ellipse(a * k, 0, a * 0.1, b * 1.3, 0, -Math.PI / 2, Math.PI / 2);
      pen.stroke();
    }
    pen.fillStyle = 'rgb(255 255 255 / 38%)';
    pen.beginPath();
    pen.ellipse(a * 0.12, -b * 0.66, a * 0.6, b * 0.14, -0.02, 0, 7);
    pen.fill();
    pen.restore();
    // Middle fin, seen from the side
    pen.fillStyle = ink.accentDeep;
    pen.beginPath();
    pen.moveTo(-a * 0.58, -b * 0.07);
    pen.lineTo(-a * 1.1, -b * 0.2);
    pen.lineTo(-a * 1.1, b * 0.2);
    pen.lineTo(-a * 0.58, b * 0.07);
    pen.fill();
    // Gondola
    pen.fillStyle = '#2b2436';
    pen.beginPath();
    pen.roundRect(-a * 0.3, b * 0.94, a * 0.66, b * 0.52, b * 0.2);
    pen.fill();
    pen.fillStyle = '#ffe39a';
    for (let i = 0; i < 5; i++) pen.fillRect(-a * 0.2 + i * a * 0.1, b * 1.08, a * 0.06, b * 0.16);
    // Lights
    const blink = rest || Math.sin(time * 5) > 0 ? 1 : 0.25;
    pen.globalAlpha = blink;
    pen.fillStyle = '#ff5468';
    pen.beginPath();
    pen.arc(-a * 1.05, -b * 0.98, s * 0.014, 0, 7);
    pen.fill();
    pen.fillStyle = '#7dffb0';
    pen.beginPath();
    pen.arc(a * 0.98, 0, s * 0.014, 0, 7);
    pen.fill();
    pen.restore();
  },
};
