/** What a player has set for themselves in this browser: minutes. */
export interface Reminders {
  /** Play after which the reality check comes. */
  reality: number;
  /** Time on the site after which a reminder comes; 0 is never. */
  session: number;
}

/** The spans that can be chosen: minutes. The reality check can come sooner, never later than each hour. */
export const reminderChoices = {
  reality: [15, 30, 45, 60],
  session: [0, 30, 60, 90, 120, 180],
} as const;

const key = 'reminders';
const unset: Reminders = { reality: 60, session: 0 };

const chosen = (choices: readonly number[], value: unknown, fallback: number): number =>
  choices.find((it) => it === value) ?? fallback;

/** The player's reminders; what is not set, or cannot be read, stands as at first. */
export function readReminders(): Reminders {
  let kept: Partial<Reminders> | null = null;
  try {
    kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Reminders> | null;
  } catch {
    // A forbidden storage, or another page's value under this name.
  }
  return {
    reality: chosen(reminderChoices.reality, kept?.reality, unset.reality),
    session: chosen(reminderChoices.session, kept?.session, unset.session),
  };
}

/** Keeps the reminders in this browser; false where its storage is forbidden or full. */
export function saveReminders(reminders: Reminders): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(reminders));
    return true;
  } catch {
    return false;
  }
}
