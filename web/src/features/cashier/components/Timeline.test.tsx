import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import type { TrackedPayment } from '@/lib/payments';
import { renderPage } from '@/testing';
import { Timeline } from './Timeline';

const at = Date.parse('2026-11-20T10:00:00Z');
const settledAt = Date.parse('2026-11-20T10:05:00Z');
const payment: TrackedPayment = {
  key: 'k',
  type: cashType.deposit,
  method: 31,
  name: 'Kese',
  amount: 500,
  at,
  state: 'waiting',
};

/** Renders the timeline; returns name, progress and whether there is a time, for each step. */
async function steps(over: Partial<TrackedPayment>) {
  await renderPage(<Timeline payment={{ ...payment, ...over }} />, { namespaces: ['cashier'] });
  const list = screen.getByRole('list', { name: 'Ödemenin durumu' });
  return within(list)
    .getAllByRole('listitem')
    .map((it) => [
      it.querySelector('span')?.textContent,
      /done|current|failed|todo/.exec(it.className)?.[0] ?? 'todo',
      it.querySelector('time')?.textContent ?? '',
    ]);
}

const time = expect.stringMatching(/^\d\d:\d\d$/) as string;
const sent = ['Talebiniz gönderildi', 'done', time];

it.each(['unknown', 'waiting'] as const)('is at the provider while it is %s', async (state) => {
  expect(await steps({ state })).toEqual([
    sent,
    ['Sağlayıcının onayı', 'current', ''],
    ['Hesabınıza aktarım', 'todo', ''],
  ]);
  expect(screen.getByText('Sağlayıcının onayı').closest('li')).toHaveAttribute(
    'aria-current',
    'step',
  );
});

it.each([
  [cashType.deposit, 'approved', 'Sağlayıcının onayı', 'Hesabınıza geçti', 'done'],
  [cashType.deposit, 'refused', 'Sağlayıcının onayı', 'Reddedildi', 'failed'],
  [cashType.withdraw, 'approved', 'İnceleniyor', 'Ödendi', 'done'],
  [cashType.withdraw, 'cancelled', 'İnceleniyor', 'İptal edildi', 'failed'],
] as const)('of direction %i ends with %s', async (type, state, provider, end, progress) => {
  expect(await steps({ type, state, settledAt })).toEqual([
    sent,
    [provider, 'done', ''],
    [end, progress, time],
  ]);
  expect(document.querySelector('[aria-current]')).toBeNull();
});
