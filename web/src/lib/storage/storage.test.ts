import { describe, expect, it, vi } from 'vitest';
import { createStoredValues, moveOwner, stored } from './stored';
import { createStoredValue } from './storedValue';

const list = () =>
  createStoredValue<readonly string[]>('words', {
    parse: (json) => (Array.isArray(json) ? json.map(String) : []),
  });

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

  it('is the same object until it changes, and parsed as undefined when it is not JSON', () => {
    const words = list();
    words.set(['a']);
    const first = words.get();
    expect(words.get()).toBe(first);
    localStorage.setItem('words', '["b"]');
    expect(words.get()).toEqual(['b']);
    localStorage.setItem('words', '[');
    expect(words.get()).toEqual([]);
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

it('moveOwner moves the values of one owner and of no other, and none to itself', () => {
  const words = list();
  words.set(['a'], 'deniz');
  words.set(['b'], 'ali.deniz');
  words.set(['c']);
  moveOwner('deniz', 'deniz');
  expect(words.get('deniz')).toEqual(['a']);
  moveOwner('deniz', 'deniz2');
  expect(words.get('deniz2')).toEqual(['a']);
  expect(words.get('deniz')).toEqual([]);
  expect(words.get('ali.deniz')).toEqual(['b']);
  expect(words.get()).toEqual(['c']);
});

describe('stored values', () => {
  it('are written under their names, and absent when they cannot be parsed', () => {
    stored.set('language', 'tr');
    stored.set('showBalance', 0);
    stored.set('siteUnderMaintenance', true);
    stored.set('mode', 'light');
    stored.set('ridValue', '20');
    expect({ ...localStorage }).toEqual({
      language: 'tr',
      showBalance: '0',
      siteUnderMaintenance: 'true',
      mode: 'light',
      ridValue: '20',
    });
    expect(stored.get('showBalance')).toBe(0);
    localStorage.setItem('session', '{broken');
    expect(stored.get('session')).toBeUndefined();
  });

  it('notify subscribers of changes', () => {
    const listener = vi.fn();
    const unsubscribe = stored.subscribe(listener);
    stored.set('mode', 'dark');
    stored.remove('mode');
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    stored.set('mode', 'dark');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('stay in memory while storage is full or forbidden', () => {
    const items = new Map<string, string>();
    let full = true;
    const values = createStoredValues(() => ({
      getItem: (key) => items.get(key) ?? null,
      setItem(key, text) {
        if (full) throw new Error('full');
        items.set(key, text);
      },
      removeItem: (key) => void items.delete(key),
    }));
    values.set('mode', 'dark');
    expect(values.get('mode')).toBe('dark');
    full = false;
    values.set('mode', 'light');
    expect([values.get('mode'), items.get('mode')]).toEqual(['light', 'light']);
    const forbidden = createStoredValues(() => {
      throw new Error('forbidden');
    });
    forbidden.set('mode', 'dark');
    expect(forbidden.get('mode')).toBe('dark');
    forbidden.remove('mode');
    expect(forbidden.get('mode')).toBeUndefined();
  });
});
