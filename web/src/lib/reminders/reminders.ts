import { createStoredValue } from '../storage/storedValue';

/** The reminders that a player has chosen in this browser: minutes. */
export interface Reminders {
  /** Playing time between two reality checks. */
  reality: number;
  /** Time on the site between two reminders; 0 means never. */
  session: number;
}

/** The intervals that can be chosen: minutes. The reality check cannot be rarer than once an hour. */
export const reminderChoices = {
  reality: [15, 30, 45, 60],
  session: [0, 30, 60, 90, 120, 180],
} as const;

const defaults: Reminders = { reality: 60, session: 0 };

const choose = (choices: readonly number[], value: unknown, fallback: number): number =>
  choices.find((it) => it === value) ?? fallback;

const reminders = createStoredValue<Reminders>('reminders', {
  parse(json) {
    const found = json as Partial<Reminders> | null | undefined;
    return {
      reality: choose(reminderChoices.reality, found?.reality, defaults.reality),
      session: choose(reminderChoices.session, found?.session, defaults.session),
    };
  },
});

/** Returns the player's reminders, with the default for each value that is unset or cannot be chosen. */
export const readReminders = (): Reminders => reminders.get();

/** Stores the reminders in this browser; false when its storage is forbidden or full. */
export const saveReminders = (value: Reminders): boolean => reminders.set(value);
