/** The play of a visit. */
export interface PlayTime {
  /** Milliseconds. */
  played: number;
  /** Wins minus stakes, in the player's currency. */
  net: number;
}

const storageKey = 'playTime';

/** Returns the play of this visit, over all games. */
export function readPlayTime(): PlayTime {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PlayTime | null;
    return { played: Number(stored?.played) || 0, net: Number(stored?.net) || 0 };
  } catch {
    return { played: 0, net: 0 };
  }
}

/** Adds to the play of this visit and returns the sum. */
export function addPlayTime(added: Partial<PlayTime>): PlayTime {
  const { played, net } = readPlayTime();
  const sum = {
    played: played + (added.played ?? 0),
    net: Math.round((net + (added.net ?? 0)) * 100) / 100,
  };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(sum));
  } catch {
    // Storage is forbidden: each game is counted separately.
  }
  return sum;
}
