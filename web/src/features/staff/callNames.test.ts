import { expect, it } from 'vitest';
import { calls } from '@/contracts/calls';
import en from '@/locales/en/staff.json';
import tr from '@/locales/tr/staff.json';

it.each(Object.entries({ tr, en }))('names every call of the contract in %s', (_, texts) => {
  const classes: Record<string, string> = texts.classes;
  const names: Record<string, Record<string, string>> = texts.calls;
  const nameless = Object.keys(calls).filter((call) => {
    const [group = '', method = ''] = call.split('/');
    return !classes[group] || !names[group]?.[method];
  });
  expect(nameless).toEqual([]);
});
