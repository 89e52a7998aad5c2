import { describe, expect, it } from 'vitest';
import { createStoredValues } from './stored';

describe('stored values (spec §3)', () => {
  it('stand under the names of the specification', () => {
    const stored = createStoredValues(localStorage);
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

  it('that cannot be read count as absent', () => {
    localStorage.setItem('session', '{broken');
    expect(createStoredValues(localStorage).get('session')).toBeUndefined();
  });

  it('never break the page where storage is forbidden', () => {
    const refuse = () => {
      throw new Error('forbidden');
    };
    const stored = createStoredValues({ getItem: refuse, setItem: refuse, removeItem: refuse });
    stored.set('mode', 'dark');
    stored.remove('mode');
    expect(stored.get('mode')).toBeUndefined();
  });
});
