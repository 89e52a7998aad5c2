// Time on the page: waiting that can be cut short, and numbers that count up.

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** still tells whether the player asked for no motion. */
export const still = () => calm.matches;

const pending = new Set();

/** wait resolves after the given milliseconds, or at once when the player hurries. */
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

/** hurry ends every wait and count that is under way. */
export function hurry() {
  for (const done of [...pending]) done();
}

/** countUp shows the numbers between two amounts over some time, ending on the last. */
export async function countUp(from, to, ms, show) {
  let going = !still() && ms > 0;
  const start = performance.now();
  const frame = (now) => {
    if (!going) return;
    const share = Math.min((now - start) / ms, 1);
    show(Math.round((from + (to - from) * (1 - (1 - share) ** 3)) * 100) / 100);
    if (share < 1) requestAnimationFrame(frame);
  };
  if (going) {
    requestAnimationFrame(frame);
    await wait(ms);
  }
  going = false;
  show(to);
}

/**
 * animate paints at the screen's pace, the time in milliseconds given; for a player who wants
 * no motion only every so many milliseconds.
 */
export function animate(paint, calmly) {
  let last = -Infinity;
  const frame = (time) => {
    requestAnimationFrame(frame);
    if (still() && time - last < calmly) return;
    last = time;
    paint(time);
  };
  requestAnimationFrame(frame);
}
