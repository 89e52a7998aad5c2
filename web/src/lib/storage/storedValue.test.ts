import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStoredValue } from './storedValue';

const list = () =>
  createStoredValue<readonly string[]>('words', {
    parse: (json) => (Array.isArray(json) ? json.map(String) : []),
  });

afterEach(() => vi.unstubAllGlobals());

describe('a stored value', () => {
  it('is written as JSON under its name, or under name and owner', () => {
    const words = list();
    expect(words.set(['a'])).toBe(true);
    words.set(['b'], 'demo');
    expect({ ...localStorage }).toEqual({ words: '["a"]', 'words:demo': '["b"]' });
    expect(words.get()).toEqual(['a']);
    expect(words.get('demo')).toEqual(['b']);
    words.remove('demo');
    expect(words.get('demo')).toEqual([]);
  });

  it('is the same object until it changes', () => {
    const words = list();
    words.set(['a']);
    const first = words.get();
    expect(words.get()).toBe(first);
    localStorage.setItem('words', '["b"]');
    expect(words.get()).toEqual(['b']);
  });

  it('is parsed as undefined when it is not JSON', () => {
    localStorage.setItem('words', '[');
    expect(list().get()).toEqual([]);
  });

  it('notifies subscribers of changes in this page and in other tabs', () => {
    const words = list();
    const listener = vi.fn();
    const unsubscribe = words.subscribe(listener);
    words.set(['a']);
    words.set(['a']);
    expect(listener).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('storage'));
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    words.remove();
    window.dispatchEvent(new Event('storage'));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('stays in memory when storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined);
    const words = list();
    expect(words.set(['a'])).toBe(false);
    expect(words.get()).toEqual(['a']);
    words.remove();
    expect(words.get()).toEqual([]);
  });
});
