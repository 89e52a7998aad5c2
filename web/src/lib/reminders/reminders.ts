import { countedTime, type Clock } from '../clock';
import { createStoredValue } from '../storage/storedValue';

/** The reminders that a player has chosen in this browser, in minutes. */
interface Reminders {
  /** Time on the site between two reminders, or 0 for no reminders. */
  session: number;
}

/** The available intervals in minutes. */
export const sessionChoices = [0, 30, 60, 90, 120, 180] as const;

const reminders = createStoredValue<Reminders>('reminders', {
  parse(json) {
    const found = json as Partial<Reminders> | null | undefined;
    return { session: sessionChoices.find((choice) => choice === found?.session) ?? 0 };
  },
});

/** Returns the player's reminders. Unset or unavailable values have their default. */
export const readReminders = (): Reminders => reminders.get();

/** Stores the reminders in this browser. Returns false if its storage is forbidden or full. */
export const saveReminders = (value: Reminders): boolean => reminders.set(value);

/** A player's time on the site in milliseconds. */
interface SessionTime {
  spent: number;
  /** The time spent at the last reminder, or 0 before the first. */
  reminded: number;
}

const pollMs = 15_000;
const minute = 60_000;

/** Survives a reload and ends with the tab. */
const sessionTime = createStoredValue<SessionTime>('sessionTime', {
  area: 'session',
  parse(json) {
    const found = json as Partial<SessionTime> | null | undefined;
    return { spent: Number(found?.spent) || 0, reminded: Number(found?.reminded) || 0 };
  },
});

/** Resets the time on the site for the player's next session. */
export const endSessionTime = (username: string): void => sessionTime.remove(username);

/** Calls `remind` with the minutes on the site at each interval. Returns a stop function. */
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
