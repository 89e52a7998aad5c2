import { describe, expect, it, vi } from 'vitest';
import { createStoredValues, stored } from './stored';

describe('stored values (spec §3)', () => {
  it('are written under the names of the specification', () => {
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
  });

  it('are absent when they cannot be parsed', () => {
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
