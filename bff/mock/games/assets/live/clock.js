// The table's time, as the casino counts it: a page's own clock may be wrong by minutes.

let ahead = 0;

/** sync takes the casino's time, in milliseconds since 1970, as of now. */
export function sync(now) {
  ahead = now - performance.now();
}

/** tableTime is the casino's time in milliseconds since 1970. */
export const tableTime = () => performance.now() + ahead;
