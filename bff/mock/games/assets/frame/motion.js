// Animation timing: waits that can be skipped, numbers that count up, frame loops.

const query = window.matchMedia('(prefers-reduced-motion: reduce)');

/** reducedMotion reports whether the player prefers reduced motion. */
export const reducedMotion = () => query.matches;

const pending = new Set();

/** wait resolves after some milliseconds, or at once when waits are skipped. */
export function wait(ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      pending.delete(done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    pending.add(done);
  });
}

/** skipWaits ends all waits and counts that are running. */
export function skipWaits() {
  for (const done of [...pending]) done();
}

/** countUp calls show with the amounts between two amounts over some time, the last one at the end. */
export async function countUp(from, to, ms, show) {
  let running = !reducedMotion() && ms > 0;
  const start = performance.now();
  const frame = (now) => {
    if (!running) return;
    const share = Math.min((now - start) / ms, 1);
    show(Math.round((from + (to - from) * (1 - (1 - share) ** 3)) * 100) / 100);
    if (share < 1) requestAnimationFrame(frame);
  };
  if (running) {
    requestAnimationFrame(frame);
    await wait(ms);
  }
  running = false;
  show(to);
}

/** animate calls paint with the time in milliseconds on each frame, with reduced motion once per interval. */
export function animate(paint, reducedInterval) {
  let last = -Infinity;
  const frame = (time) => {
    requestAnimationFrame(frame);
    if (reducedMotion() && time - last < reducedInterval) return;
    last = time;
    paint(time);
  };
  requestAnimationFrame(frame);
}
