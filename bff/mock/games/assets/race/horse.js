// A horse with its rider, seen from the side.
import { oval, placed, rounded, shape } from '../frame/paint.js';

/** silks are the riders' colours, with the ink for the number on them. */
const silks = [
  ['#e5383b', '#ffffff'],
  ['#2f7bff', '#ffffff'],
  ['#f5f5f5', '#1b1206'],
  ['#26232e', '#ffffff'],
  ['#ff9f2f', '#1b1206'],
  ['#37c26b', '#06200f'],
];
const coats = ['#7a4a26', '#4a2c1a', '#9a6a3c', '#3a2a24', '#85552f', '#b9b2a8'];
const head = 'M.36-.36.4-.42.44-.35.6-.22.56-.15.4-.22Z';

function leg(x, swing) {
  const knee = x + Math.sin(swing) * 0.13;
  return `M${x} 0 ${knee} .15 ${knee + Math.sin(swing - 0.7) * 0.13} .3`;
}

/** horse draws runner index with its feet at (x, y); stride is the phase of its gallop. */
export function horse(pen, index, x, y, s, stride, still) {
  const [silk, ink] = silks[index];
  const coat = coats[index];
  const swing = (offset) => (still ? 0.1 : Math.sin(stride + offset) * 1.05);
  const lift = still ? 0 : Math.sin(stride * 2) * 0.02;
  placed(pen, { x, y: y + s * (lift - 0.3), scale: s }, () => {
    pen.lineCap = pen.lineJoin = 'round';
    shape(pen, oval(0, 0.3, 0.42, 0.045), 'rgb(0 0 0 / 25%)');
    const far = `color-mix(in srgb, ${coat} 65%, #000)`;
    shape(pen, leg(-0.22, swing(0.6)) + leg(0.2, swing(2.6)), null, far, 0.06);
    shape(pen, leg(-0.26, swing(0)) + leg(0.16, swing(2)), null, coat, 0.06);
    // Tail, body, neck, head, mane
    shape(pen, `M-.32-.06Q-.46-.1-.52 ${still ? 0.12 : 0.02}`, null, '#1d1512', 0.05);
    shape(pen, `${oval(-0.03, -0.02, 0.33, 0.135)}Z`, coat);
    shape(pen, 'M.14-.1.38-.34.47-.27.28.05Z', coat);
    shape(pen, head, coat);
    shape(pen, 'M.13-.13.36-.37', null, '#1d1512', 0.045);
    // The rider
    shape(pen, 'M-.02-.22.07-.12-.01 0', null, '#f4f1ea', 0.06);
    shape(pen, 'M-.03-.25.1-.34', null, silk, 0.13);
    shape(pen, 'M.1-.33.22-.22', null, silk, 0.05);
    shape(pen, oval(0.18, -0.42, 0.07), silk);
    // The cloth with the number
    shape(pen, rounded(-0.2, -0.14, 0.19, 0.19, 0.03), silk, 'rgb(0 0 0 / 35%)', 1 / s);
    pen.scale(0.01, 0.01);
    pen.fillStyle = ink;
    pen.font = '800 16px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(String(index + 1), -10.5, -4);
  });
}
