import { splitDuration } from '@/lib/format/date';
import { stored } from '@/lib/storage/stored';
import { createStoredValue } from '@/lib/storage/storedValue';

/** The play of one player in this tab. */
export interface PlayTime {
  /** Milliseconds. */
  played: number;
  /** Wins minus stakes, in the player's currency. */
  net: number;
}

const playTime = createStoredValue<PlayTime>('playTime', {
  area: 'session',
  parse(json) {
    const found = json as Partial<PlayTime> | null | undefined;
    return { played: Number(found?.played) || 0, net: Number(found?.net) || 0 };
  },
});

const player = () => stored.get('profile')?.username ?? '';

/** Returns the play of the player in this tab, over all games. */
export const readPlayTime = (): PlayTime => playTime.get(player());

/** Adds to the play of the player in this tab and returns the sum. */
export function addPlayTime(added: Partial<PlayTime>): PlayTime {
  const { played, net } = playTime.get(player());
  const sum = {
    played: played + (added.played ?? 0),
    net: Math.round((net + (added.net ?? 0)) * 100) / 100,
  };
  playTime.set(sum, player());
  return sum;
}

/** Formats a time span in milliseconds as `12:05` or `1:02:03`. */
export function formatTimeSpan(span: number): string {
  const { days, hours, minutes, seconds } = splitDuration(span);
  const pad = (value: number) => String(value).padStart(2, '0');
  const allHours = days * 24 + hours;
  const time = `${pad(minutes)}:${pad(seconds)}`;
  return allHours > 0 ? `${allHours}:${time}` : time;
}
