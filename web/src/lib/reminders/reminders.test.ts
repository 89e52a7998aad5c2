import { expect, it } from 'vitest';
import { readReminders, saveReminders } from './reminders';

it('comes each hour and never for the session until something is chosen', () => {
  expect(readReminders()).toEqual({ reality: 60, session: 0 });
});

it('keeps what was chosen', () => {
  expect(saveReminders({ reality: 15, session: 90 })).toBe(true);
  expect(readReminders()).toEqual({ reality: 15, session: 90 });
});

it('takes nothing that cannot be chosen: a reality check must not be put off for ever', () => {
  localStorage.setItem('reminders', JSON.stringify({ reality: 100000, session: 'x' }));
  expect(readReminders()).toEqual({ reality: 60, session: 0 });
  localStorage.setItem('reminders', '{');
  expect(readReminders()).toEqual({ reality: 60, session: 0 });
});
