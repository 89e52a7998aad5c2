import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createStore } from './store';
import { useStore } from './useStore';

it('notifies subscribers when the value differs, until they unsubscribe', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  store.set(3);
  expect(listener).toHaveBeenCalledOnce();
  expect(store.get()).toBe(3);
});

it('renders a component again when its store changes', () => {
  const store = createStore('a');
  const { result } = renderHook(() => useStore(store));
  act(() => store.set('b'));
  expect(result.current).toBe('b');
});
