import { expect, it } from 'vitest';
import { readReminders, saveReminders } from './reminders';

it('returns defaults until something was chosen: reality checks every hour, no session reminder', () => {
  expect(readReminders()).toEqual({ reality: 60, session: 0 });
});

it('stores what was chosen', () => {
  expect(saveReminders({ reality: 15, session: 90 })).toBe(true);
  expect(readReminders()).toEqual({ reality: 15, session: 90 });
});

it('ignores stored values that cannot be chosen, so that the reality check cannot be put off', () => {
  localStorage.setItem('reminders', JSON.stringify({ reality: 100000, session: 'x' }));
  expect(readReminders()).toEqual({ reality: 60, session: 0 });
  localStorage.setItem('reminders', '{');
  expect(readReminders()).toEqual({ reality: 60, session: 0 });
});
