/** The play of a visit: time in milliseconds, and wins minus stakes in the player's currency. */
export interface PlayTime {
  played: number;
  net: number;
}

const key = 'playTime';

/** Returns the play of this visit, over all games. */
export function readPlayTime(): PlayTime {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as PlayTime | null;
    return { played: Number(found?.played) || 0, net: Number(found?.net) || 0 };
  } catch {
    return { played: 0, net: 0 };
  }
}

/** Adds to the play of this visit and returns the sum. */
export function addPlayTime(more: Partial<PlayTime>): PlayTime {
  const { played, net } = readPlayTime();
  const sum = {
    played: played + (more.played ?? 0),
    net: Math.round((net + (more.net ?? 0)) * 100) / 100,
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(sum));
  } catch {
    // Storage is forbidden: each game is counted separately.
  }
  return sum;
}
