import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageTouched } from '@/lib/page/page';
import { LazyMount } from './LazyMount';

/** The observers that have not been disconnected. */
let observers: { margin: string | undefined; meet(): void }[] = [];

beforeEach(() => {
  observers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly entry;
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const entries = [{ isIntersecting: true }] as IntersectionObserverEntry[];
        this.entry = {
          margin: options?.rootMargin,
          meet: () => callback(entries, this as unknown as IntersectionObserver),
        };
      }
      observe() {
        observers.push(this.entry);
      }
      disconnect() {
        observers = observers.filter((observer) => observer !== this.entry);
      }
    },
  );
});

it('mounts what is near, and further away once somebody uses the page', () => {
  render(<LazyMount height={300}>section</LazyMount>);
  expect(observers.map(({ margin }) => margin)).toEqual(['100px']);
  act(() => pageTouched.set(true));
  expect(observers.map(({ margin }) => margin)).toEqual(['700px']);
  expect(screen.queryByText('section')).toBeNull();
  act(() => observers[0]?.meet());
  expect(screen.getByText('section')).toBeVisible();
  expect(observers).toEqual([]);
});
