import { createStoredValue } from '../storage/storedValue';

/** The reminders that a player has chosen in this browser: minutes. */
export interface Reminders {
  /** Time on the site between two reminders; 0 means never. */
  session: number;
}

/** The intervals that can be chosen: minutes. */
export const sessionChoices = [0, 30, 60, 90, 120, 180] as const;

const reminders = createStoredValue<Reminders>('reminders', {
  parse(json) {
    const found = json as Partial<Reminders> | null | undefined;
    return { session: sessionChoices.find((it) => it === found?.session) ?? 0 };
  },
});

/** Returns the player's reminders, with the default for each value that is unset or cannot be chosen. */
export const readReminders = (): Reminders => reminders.get();

/** Stores the reminders in this browser; false when its storage is forbidden or full. */
export const saveReminders = (value: Reminders): boolean => reminders.set(value);
