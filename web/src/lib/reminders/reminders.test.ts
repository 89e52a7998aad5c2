import { expect, it, vi } from 'vitest';
import { testClock } from '@/testing/clock';
import { endSessionTime, readReminders, saveReminders, startSessionReminder } from './reminders';

const minutes = (count: number) => count * 60_000;

it('reminds after each chosen interval, also across a reload', () => {
  saveReminders({ session: 30 });
  const clock = testClock();
  const remind = vi.fn();
  const stop = startSessionReminder(clock, 'a', remind);
  clock.advance(minutes(29));
  expect(remind).not.toHaveBeenCalled();
  stop();
  startSessionReminder(clock, 'a', remind);
  clock.advance(minutes(2));
  expect(remind.mock.calls).toEqual([[30]]);
  clock.advance(minutes(30));
  expect(remind.mock.calls).toEqual([[30], [60]]);
});

it('starts again with another player, and after the end of a session', () => {
  saveReminders({ session: 30 });
  const clock = testClock();
  const remind = vi.fn();
  startSessionReminder(clock, 'a', remind)();
  clock.advance(minutes(29));
  const stop = startSessionReminder(clock, 'b', remind);
  clock.advance(minutes(29));
  stop();
  endSessionTime('b');
  startSessionReminder(clock, 'b', remind);
  clock.advance(minutes(29));
  expect(remind).not.toHaveBeenCalled();
});

it('counts no time in which the device sleeps', () => {
  saveReminders({ session: 30 });
  const clock = testClock();
  const remind = vi.fn();
  startSessionReminder(clock, 'a', remind);
  clock.advance(minutes(20));
  clock.sleep(minutes(480));
  clock.advance(minutes(8));
  expect(remind).not.toHaveBeenCalled();
  clock.advance(minutes(2));
  expect(remind.mock.calls).toEqual([[30]]);
});

it('does not remind when no interval was chosen', () => {
  const clock = testClock();
  const remind = vi.fn();
  startSessionReminder(clock, 'a', remind);
  clock.advance(minutes(600));
  expect(remind).not.toHaveBeenCalled();
});

it('has no interval until one was chosen, nor where the stored one cannot be chosen', () => {
  expect(readReminders()).toEqual({ session: 0 });
  expect(saveReminders({ session: 90 })).toBe(true);
  expect(readReminders()).toEqual({ session: 90 });
  for (const stored of ['{"session":"x"}', '{']) {
    localStorage.setItem('reminders', stored);
    expect(readReminders()).toEqual({ session: 0 });
  }
});
