// The casino's clock, estimated from the times in its responses; the browser's clock may be wrong.

let offset = null;
let late = 0;
let last = -Infinity;

const SLOW = 400; // milliseconds: a response that is later than this counts as late
const MOVED = 3000; // milliseconds: a time further back means that the clock was set back

/**
 * syncClock takes the time of a response that has just arrived. The response with the least
 * delay gives the best estimate; two late ones in a row mean that the clock was set back. It
 * returns whether the response is newer than all before.
 */
export function syncClock(now) {
  const sample = now - performance.now();
  late = offset !== null && sample < offset - SLOW ? late + 1 : 0;
  if (offset === null || sample > offset || late > 1 || sample < offset - MOVED) {
    offset = sample;
    late = 0;
  } else if (late === 0) offset -= 0.5; // the two clocks drift apart slowly
  const newer = now >= last || now < last - MOVED;
  if (newer) last = now;
  return newer;
}

/** now gives the casino's time in milliseconds. */
export const now = () => performance.now() + (offset ?? 0);
