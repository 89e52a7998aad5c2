import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SpecialDate } from '@/contracts/types';
import { toWireDate } from '@/lib/format/date';
import { renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import Garland, { ornamentOf } from './Garland';

const at = (hours: number) =>
  toWireDate(new Date(Date.now() + hours * 3_600_000), 'Europe/Istanbul');
const date = (over: Partial<SpecialDate>): SpecialDate => ({
  id: 1,
  title: 'Yılbaşı',
  theme: 'new-year',
  Status: 1,
  Start_date: at(-1),
  End_date: at(1),
  ...over,
});

const root = document.documentElement;

it('the garland of a special date is missing on other days', async () => {
  mockCall('cmscontroller/getSpecialDateInf', [date({ Start_date: at(2), End_date: at(3) })]);
  await renderPage(<Garland />, { path: '/garland' });
  await waitForIdle();
  expect(screen.queryByRole('img')).toBeNull();
  expect(root.dataset.occasion).toBeUndefined();
});

it('the garland of a special date is visible on that date and sets the theme on the root', async () => {
  mockCall('cmscontroller/getSpecialDateInf', [
    date({ id: 2, title: 'Bitti', theme: 'over', Start_date: at(-3), End_date: at(-2) }),
    date({ id: 3, title: 'Kapalı', theme: 'off', Status: 0 }),
    date({}),
  ]);
  const { unmount } = await renderPage(<Garland />, { path: '/garland' });
  expect(await screen.findByRole('img', { name: 'Yılbaşı' })).toBeInTheDocument();
  expect(root.dataset.occasion).toBe('new-year');
  unmount();
  expect(root.dataset.occasion).toBeUndefined();
});

it.each([
  ['new-year', 'lights'],
  ['Valentine', 'hearts'],
  ['republic', 'flags'],
  ['summer-2026', 'suns'],
  ['ramadan', 'pennants'],
])('the garland of a special date has for %s its %s', (theme, ornament) => {
  expect(ornamentOf(theme)).toBe(ornament);
});
