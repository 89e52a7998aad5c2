// The casino's time on this page: learnt from its answers, never from the page's own clock.

let offset = null;
let late = 0;
let last = -Infinity;

// Milliseconds by which an answer may be late for the network's sake; and by which it is not
// late, but the clock was moved back.
const SLOW = 400;
const MOVED = 3000;

/**
 * heard takes the time in an answer that has just arrived. The answer that was least under
 * way is the nearest to the truth; two late ones in a row tell of a clock that was moved. It
 * tells whether the answer is news: one may be overtaken by a younger one.
 */
export function heard(now) {
  const sample = now - performance.now();
  late = offset !== null && sample < offset - SLOW ? late + 1 : 0;
  if (offset === null || sample > offset || late > 1 || sample < offset - MOVED) {
    offset = sample;
    late = 0;
  } else if (late === 0) offset -= 0.5; // two clocks drift apart slowly
  const news = now >= last || now < last - MOVED;
  if (news) last = now;
  return news;
}

/** now gives the casino's time in milliseconds. */
export const now = () => performance.now() + (offset ?? 0);
