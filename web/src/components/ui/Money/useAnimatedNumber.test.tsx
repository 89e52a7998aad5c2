import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useAnimatedNumber } from './useAnimatedNumber';

let now: number;
let frames: Map<number, FrameRequestCallback>;
let reducedMotion: boolean;

beforeEach(() => {
  now = 1000;
  frames = new Map();
  reducedMotion = false;
  let last = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((step) => {
    frames.set(++last, step);
    return last;
  });
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void frames.delete(id));
  const original = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion')
      ? Object.defineProperty(original(query), 'matches', { value: reducedMotion })
      : original(query),
  );
});

/** Advances the time and draws one frame. */
function frame(ms: number) {
  now += ms;
  const due = [...frames.values()];
  frames.clear();
  act(() => due.forEach((step) => step(now)));
}

const start = (target: number | undefined, animated = true) =>
  renderHook((item: number | undefined) => useAnimatedNumber(item, animated), {
    initialProps: target,
  });

it('moves to a new number, in amounts of two decimals, and ends at it', () => {
  const { result, rerender } = start(100);
  rerender(200.55);
  expect(result.current).toBe(100);
  const seen: number[] = [];
  for (let at = 0; at < 6; at++) {
    frame(100);
    seen.push(result.current!);
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBe(6);
  for (const value of seen) expect(value).toBe(Math.round(value * 100) / 100);
  expect(seen.at(-1)).toBe(200.55);
  expect(frames.size).toBe(0);
});

it.each([
  ['under reduced motion', 100, true, true],
  ['where it is not animated', 100, false, false],
  ['from an unknown number', undefined, true, false],
] as const)('jumps %s', (_, first, animated, reduced) => {
  reducedMotion = reduced;
  const { result, rerender } = start(first, animated);
  rerender(200);
  expect(result.current).toBe(200);
  expect(frames.size).toBe(0);
});

it('draws no frame after its end', () => {
  const { rerender, unmount } = start(100);
  rerender(200);
  expect(frames.size).toBe(1);
  unmount();
  expect(frames.size).toBe(0);
});
