import { expect, it } from 'vitest';
import { readReminders, saveReminders } from './reminders';

it('reminds nobody until an interval was chosen', () => {
  expect(readReminders()).toEqual({ session: 0 });
});

it('stores what was chosen', () => {
  expect(saveReminders({ session: 90 })).toBe(true);
  expect(readReminders()).toEqual({ session: 90 });
});

it('ignores stored values that cannot be chosen', () => {
  localStorage.setItem('reminders', JSON.stringify({ session: 'x' }));
  expect(readReminders()).toEqual({ session: 0 });
  localStorage.setItem('reminders', '{');
  expect(readReminders()).toEqual({ session: 0 });
});
