import { expect, it, vi } from 'vitest';
import { testClock } from '@/testing';
import { saveReminders } from './reminders';
import { watchSession } from './watchSession';

const minutes = (count: number) => count * 60_000;

it('tells after each span that was set, over a reload as well', () => {
  saveReminders({ reality: 60, session: 30 });
  const clock = testClock();
  const tell = vi.fn();
  const stop = watchSession(clock, 'a', tell);
  clock.advance(minutes(29));
  expect(tell).not.toHaveBeenCalled();
  stop();
  watchSession(clock, 'a', tell);
  clock.advance(minutes(2));
  expect(tell.mock.calls).toEqual([[30]]);
  clock.advance(minutes(30));
  expect(tell.mock.calls).toEqual([[30], [60]]);
});

it('begins anew with another login', () => {
  saveReminders({ reality: 60, session: 30 });
  const clock = testClock();
  const tell = vi.fn();
  watchSession(clock, 'a', tell)();
  clock.advance(minutes(29));
  watchSession(clock, 'b', tell);
  clock.advance(minutes(29));
  expect(tell).not.toHaveBeenCalled();
});

it('tells nothing where nothing was set', () => {
  const clock = testClock();
  const tell = vi.fn();
  watchSession(clock, 'a', tell);
  clock.advance(minutes(600));
  expect(tell).not.toHaveBeenCalled();
});
