import { beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '@/testing/clock';
import {
  badgePositions,
  createToastStore,
  resolveToastOptions,
  toastPositions,
  toasts,
  toastSuccess,
  type ToastOptions,
} from './store';

const base: ToastOptions = { kind: 'info', message: 'Merhaba' };

describe('toast options', () => {
  it('accept the nine positions and no other', () => {
    expect(toastPositions).toHaveLength(9);
    for (const position of toastPositions) {
      expect(resolveToastOptions({ ...base, position }).position).toBe(position);
    }
    expect(() => resolveToastOptions({ ...base, position: 'middle' as never })).toThrow(RangeError);
  });

  it('accept a badge only in a corner', () => {
    for (const badgePosition of badgePositions) {
      expect(resolveToastOptions({ ...base, badgePosition }).badgePosition).toBe(badgePosition);
    }
    expect(() => resolveToastOptions({ ...base, badgePosition: 'top' as never })).toThrow(
      RangeError,
    );
  });

  it.each([
    ['unset', undefined, 5000],
    ['empty', '' as const, 5000],
    ['null', null, 5000],
    ['zero', 0, 0],
    ['a number', 1500, 1500],
  ])('a timeout %s', (_, timeout, expected) => {
    expect(resolveToastOptions({ ...base, timeout }).timeout).toBe(expected);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 'soon' as never])(
    'reject a timeout of %s',
    (timeout) => {
      expect(() => resolveToastOptions({ ...base, timeout })).toThrow(RangeError);
    },
  );
});

describe('a toast', () => {
  const clock = testClock();
  let store: ReturnType<typeof createToastStore>;
  const messages = () => store.get().map(({ message }) => message);
  const display = () => store.subscribe(() => undefined);

  beforeEach(() => {
    store = createToastStore(clock);
  });

  it('disappears after its timeout unless it is paused, and stays with a timeout of 0', () => {
    display();
    store.show({ ...base, timeout: 1500 });
    const paused = store.show({ ...base, message: 'Duran', timeout: 1500 });
    store.show({ ...base, message: 'Kalıcı', timeout: 0 });
    store.pause(paused);
    clock.advance(1499);
    expect(messages()).toEqual(['Merhaba', 'Duran', 'Kalıcı']);
    clock.advance(1);
    expect(messages()).toEqual(['Duran', 'Kalıcı']);
    clock.advance(10_000);
    store.resume(paused);
    clock.advance(1500);
    expect(messages()).toEqual(['Kalıcı']);
    clock.advance(3_600_000);
    expect(messages()).toEqual(['Kalıcı']);
  });

  it('waits until toasts are displayed', () => {
    store.show({ ...base, timeout: 1500 });
    clock.advance(60_000);
    display();
    clock.advance(1499);
    expect(messages()).toHaveLength(1);
    clock.advance(1);
    expect(messages()).toEqual([]);
  });

  it('that is shown again is counted instead of repeated', () => {
    store.show(base);
    store.show(base);
    expect(store.get().map((toast) => toast.count)).toEqual([2]);
  });
});

it('of a success without a text says that the operation was successful, for 1500 ms', () => {
  toastSuccess('');
  expect(toasts.get()).toMatchObject([{ message: 'İşlem başarılı', timeout: 1500 }]);
});
