import { countedTime, type Clock } from '../clock';
import { createStoredValue } from '../storage/storedValue';

/** The reminders that a player has chosen in this browser: minutes. */
interface Reminders {
  /** Time on the site between two reminders; 0 means never. */
  session: number;
}

/** The intervals that can be chosen: minutes. */
export const sessionChoices = [0, 30, 60, 90, 120, 180] as const;

const reminders = createStoredValue<Reminders>('reminders', {
  parse(json) {
    const found = json as Partial<Reminders> | null | undefined;
    return { session: sessionChoices.find((choice) => choice === found?.session) ?? 0 };
  },
});

/** Returns the player's reminders, with the default for each value that is unset or cannot be chosen. */
export const readReminders = (): Reminders => reminders.get();

/** Stores the reminders in this browser; false when its storage is forbidden or full. */
export const saveReminders = (value: Reminders): boolean => reminders.set(value);

/** A player's time on the site: milliseconds. */
interface SessionTime {
  spent: number;
  /** The time spent at the last reminder; 0 before the first. */
  reminded: number;
}

const pollMs = 15_000;
const minute = 60_000;

/** Survives a reload, ends with the tab. */
const sessionTime = createStoredValue<SessionTime>('sessionTime', {
  area: 'session',
  parse(json) {
    const found = json as Partial<SessionTime> | null | undefined;
    return { spent: Number(found?.spent) || 0, reminded: Number(found?.reminded) || 0 };
  },
});

/** Begins to count the time of the player's next session from 0. */
export const endSessionTime = (username: string): void => sessionTime.remove(username);

/**
 * Calls `remind` with the minutes on the site each time the player's interval has passed. Returns the function that
 * stops it.
 */
export function startSessionReminder(
  clock: Clock,
  username: string,
  remind: (minutes: number) => void,
): () => void {
  let last = clock.now();
  return clock.interval(pollMs, () => {
    const now = clock.now();
    const before = sessionTime.get(username);
    const spent = before.spent + countedTime(last, now);
    last = now;
    const interval = readReminders().session * minute;
    const due = interval > 0 && spent - before.reminded >= interval;
    sessionTime.set({ spent, reminded: due ? spent : before.reminded }, username);
    if (due) remind(Math.floor(spent / minute));
  });
}
