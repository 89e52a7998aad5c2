// Particles behind the text of a big win.
import { reducedMotion } from './motion.js';

/** sparkle emits particles for some milliseconds, none with reduced motion. */
export function sparkle(host, ms, colours) {
  if (reducedMotion()) return;
  const canvas = document.createElement('canvas');
  canvas.className = 'sparkle';
  canvas.width = host.clientWidth;
  canvas.height = host.clientHeight;
  host.prepend(canvas);
  const pen = canvas.getContext('2d');
  const bits = [];
  const start = performance.now();
  let last = start;
  const frame = (now) => {
    const step = Math.min((now - last) / 1000, 0.05);
    last = now;
    if (now - start < ms) {
      for (let i = 0; i < 2; i++) {
        bits.push({
          x: canvas.width * (0.5 + (Math.random() - 0.5) * 0.3),
          y: canvas.height * 0.55,
          vx: (Math.random() - 0.5) * canvas.width * 0.9,
          vy: -canvas.height * (0.5 + Math.random() * 0.7),
          size: 3 + Math.random() * 6,
          turn: Math.random() * 6,
          colour: colours[Math.floor(Math.random() * colours.length)],
        });
      }
    }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    for (const bit of bits) {
      bit.vy += canvas.height * 1.3 * step;
      bit.x += bit.vx * step;
      bit.y += bit.vy * step;
      bit.turn += 9 * step;
      pen.fillStyle = bit.colour;
      pen.beginPath();
      pen.ellipse(bit.x, bit.y, bit.size * Math.abs(Math.cos(bit.turn)) + 0.6, bit.size, 0, 0, 7);
      pen.fill();
    }
    if (now - start < ms + 1600) requestAnimationFrame(frame);
    else canvas.remove();
  };
  requestAnimationFrame(frame);
}
