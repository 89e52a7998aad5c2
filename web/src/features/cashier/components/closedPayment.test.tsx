import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import PaymentNotices from '@/components/payments/PaymentNotices';
import { cashType } from '@/contracts/constants';
import { trackedPayments } from '@/lib/payments';
import { toasts } from '@/lib/toast';
import { holdCall, mockCall, mockError, renderPage, waitForIdle, noLimits } from '@/testing';
import type { PaymentMethod } from '../model/methods';
import { PaymentSteps } from './PaymentSteps';

const method: PaymentMethod = {
  id: 31,
  name: 'Kese',
  logo: '',
  transferType: 7,
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  fields: [],
  quick: true,
  qr: false,
};

/** A page with a payment that can be closed. */
function Page() {
  const [open, setOpen] = useState(true);
  return (
    <MantineRoot>
      <PaymentNotices username="demo" />
      {open && <PaymentSteps type={cashType.deposit} method={method} amount={100} />}
      <button type="button" onClick={() => setOpen(!open)}>
        Aç veya kapat
      </button>
    </MantineRoot>
  );
}

/** Sends a payment whose answer is held back. */
async function send() {
  mockCall('finance/payment_outcome', { outcome: 'in_flight' });
  mockCall('user/list_bonuses', []);
  mockCall('limits/get', noLimits);
  const release = holdCall('prepayServices/processTransaction');
  const { user } = await renderPage(<Page />, {
    namespaces: ['cashier', 'payments'],
    player: true,
  });
  await user.click(await screen.findByRole('button', { name: 'Devam et' }));
  await user.click(screen.getByRole('button', { name: 'Para yatır' }));
  await waitFor(() => expect(trackedPayments('demo')).toMatchObject([{ state: 'unknown' }]));
  return { release, toggle: () => user.click(screen.getByText('Aç veya kapat')) };
}

/** With the space of amounts that does not break as any other. */
const messages = () =>
  toasts.get().map(({ kind, message }) => [kind, message.replaceAll('\u00a0', ' ')]);

it('tells of an approved payment whose form was closed before the answer', async () => {
  mockCall('prepayServices/processTransaction', { transaction_id: 77, status: 1002 });
  const { release, toggle } = await send();
  await toggle();
  release();
  await waitFor(() =>
    expect(messages()).toEqual([['positive', '100,00 TL hesabınıza geçti (Kese).']]),
  );
  const [payment] = trackedPayments('demo');
  expect(payment).toMatchObject({ state: 'approved', transactionID: 77 });
  expect(payment?.seen).toBeUndefined();
});

it('tells why a payment was refused whose form was closed before the answer, and keeps it for the notifications', async () => {
  mockError('prepayServices/processTransaction', { status: 402, message: 'Kart reddedildi' });
  const { release, toggle } = await send();
  await toggle();
  release();
  await waitFor(() =>
    expect(messages()).toEqual([
      ['negative', '100,00 TL tutarındaki yatırım gerçekleşmedi (Kese). Kart reddedildi'],
    ]),
  );
  const [payment] = trackedPayments('demo');
  expect(payment).toMatchObject({ state: 'refused', message: 'Kart reddedildi' });
  expect(payment?.seen).toBeUndefined();
});

it('tells nothing beside the receipt, also where the form was opened again', async () => {
  mockCall('prepayServices/processTransaction', { transaction_id: 77, status: 1002 });
  const { release, toggle } = await send();
  await toggle();
  await toggle();
  await screen.findByText('Ödemenizin sonucu henüz bilinmiyor');
  release();
  expect(await screen.findByText('Hesabınıza geçti', { selector: 'h2' })).toBeVisible();
  await waitForIdle();
  expect(messages()).toEqual([]);
  expect(trackedPayments('demo')).toMatchObject([{ state: 'approved', seen: true }]);
});

it('tells nothing of a payment that waits', async () => {
  mockCall('prepayServices/processTransaction', { transaction_id: 77, status: 1001 });
  mockCall('finance/list_transactions', []);
  const { release, toggle } = await send();
  await toggle();
  release();
  await waitFor(() => expect(trackedPayments('demo')).toMatchObject([{ state: 'waiting' }]));
  await waitForIdle();
  expect(messages()).toEqual([]);
});
