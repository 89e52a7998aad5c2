import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { cashType } from '@/contracts/constants';
import { track, type TrackedPayment } from '@/lib/payments';
import { renderPage } from '@/testing';
import { OpenPayments } from './OpenPayments';

const payment = (name: string, over: Partial<TrackedPayment>): TrackedPayment => ({
  key: name,
  type: cashType.deposit,
  method: 31,
  name,
  amount: 500,
  at: Date.parse('2026-11-20T10:00:00Z'),
  state: 'waiting',
  ...over,
});

async function open(shownMethod?: number) {
  track('demo', payment('Bekleyen', {}));
  track('demo', payment('Bilinmeyen', { state: 'unknown', method: 32 }));
  track('demo', payment('Bırakılan', { state: 'unknown', left: true }));
  track('demo', payment('Biten', { state: 'approved' }));
  track('demo', payment('Çekim', { type: cashType.withdraw }));
  const onOpen = vi.fn();
  const view = await renderPage(
    <OpenPayments type={cashType.deposit} shownMethod={shownMethod} onOpen={onOpen} />,
    { namespaces: ['cashier'], player: true },
  );
  const list = await screen.findByRole('region', { name: 'Bekleyen ödemeleriniz' });
  const names = () =>
    within(list)
      .getAllByRole('button')
      .map((it) => /^\p{L}+/u.exec(it.textContent)?.[0]);
  return { ...view, list, names, onOpen };
}

it('lists what the platform has not decided on and what is unknown, also a payment that was left', async () => {
  const { user, list, names, onOpen } = await open();
  expect(names()).toEqual(['Bırakılan', 'Bilinmeyen', 'Bekleyen']);
  expect(within(list).getAllByText(/Sonucu öğreniyoruz/)).toHaveLength(2);
  await user.click(within(list).getByRole('button', { name: /Bırakılan/ }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('Bırakılan');
});

it.each([
  [31, ['Bırakılan', 'Bilinmeyen', 'Bekleyen']],
  [32, ['Bırakılan', 'Bekleyen']],
])('leaves an unknown payment to the page of its method %i', async (method, expected) => {
  const { names } = await open(method);
  expect(names()).toEqual(expected);
});
