import { useState } from 'react';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import type { Bonus, Profile } from '@/contracts/types';
import type { DepositRequest } from '@/lib/deposit/openDeposit';
import { noLimits } from '@/testing/brand';
import { mockPlayerStart, signIn } from '@/testing/render';
import { availableBonus as bonus, exampleProfile, listedMethod } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { mockBonuses, mockCall } from '@/testing/server';
import { rememberPayment } from '../model/lastPayment';
import { DepositDrawer } from './DepositDrawer';

const methodOf = (id: number) =>
  listedMethod({ id, name: `Kese ${id}` }, { fee: 1.5, duration: 3 });

interface Server {
  kyc?: Profile['kyc'];
  bonuses?: Bonus[];
}

function Opened({ request }: { request: DepositRequest }) {
  const [shown, setShown] = useState(request);
  return <DepositDrawer request={shown} onRequest={setShown} onClose={() => undefined} />;
}

async function open(request: DepositRequest = {}, server: Server = {}) {
  const { kyc = 'verified', bonuses = [] } = server;
  signIn();
  mockPlayerStart();
  mockCall('limits/get', noLimits);
  mockCall('user/get_user_profile', { ...exampleProfile, kyc });
  mockBonuses(...bonuses);
  mockCall('finance/list_highlighted_cash_methods', []);
  mockCall('finance/list_cash_methods_new', { methods_list: [31, 32, 33].map(methodOf) });
  const view = await renderForm(<Opened request={request} />, {
    namespaces: ['cashier', 'payments'],
  });
  return { ...view, drawer: within(await screen.findByRole('dialog', { name: 'Para yatır' })) };
}

it('begins with the last method and its amount', async () => {
  rememberPayment('demo', cashType.deposit, { method: 32, amount: 250 });
  rememberPayment('another', cashType.deposit, { method: 33, amount: 900 });
  const { user, drawer } = await open();
  expect(await drawer.findByLabelText('Tutar')).toHaveValue('250');
  expect(drawer.getByText('Kese 32')).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Yöntemi değiştir' }));
  const last = within(await drawer.findByRole('region', { name: 'Son kullandığınız' }));
  expect(last.getByRole('button', { name: 'Kese 32' })).toBeVisible();
  expect(drawer.getAllByRole('region')[0]).toHaveTextContent('Kese 32');
});

it.each([
  [{ method: 33, amount: 120 }, 'Kese 33', '120'],
  [{ method: 33 }, 'Kese 33', ''],
  [{ amount: 120 }, 'Kese 32', '120'],
])('begins with the request %o', async (request, name, amount) => {
  rememberPayment('demo', cashType.deposit, { method: 32, amount: 250 });
  const { drawer } = await open(request);
  expect(await drawer.findByLabelText('Tutar')).toHaveValue(amount);
  expect(drawer.getByText(name)).toBeVisible();
});

it('lists the methods if the platform no longer has the last one', async () => {
  rememberPayment('demo', cashType.deposit, { method: 99, amount: 250 });
  const { drawer } = await open();
  expect(await drawer.findByRole('button', { name: 'Kese 31' })).toBeVisible();
  expect(drawer.queryByRole('region', { name: 'Son kullandığınız' })).toBeNull();
});

it('shows limits, fee and duration before the form, and no notice for a verified identity', async () => {
  const { drawer } = await open({ method: 31 });
  const fact = async (name: string) =>
    (await drawer.findByText(name, { selector: 'dt' })).nextElementSibling;
  expect(await fact('Limitler')).toHaveTextContent(/^50\sTL – 1\.000\sTL$/);
  expect(await fact('Komisyon')).toHaveTextContent('%1,5');
  expect(await fact('Süre')).toHaveTextContent('~3 dk');
  await drawer.findByText(/^1\.234,50\sTL$/);
  expect(drawer.queryByRole('link', { name: 'Ne yapmalıyım?' })).toBeNull();
});

it.each([
  [[bonus], /^500\sTL bonus, çevrim şartı 10\.000\sTL$/],
  [
    [bonus, { ...bonus, status: 'active' as const, wager_done: 2500 }],
    /^Aktif bonusunuz: 7\.500\sTL çevrim kaldı$/,
  ],
])('shows the bonus of the deposit', async (bonuses, text) => {
  const { drawer } = await open({ method: 31 }, { bonuses });
  expect(await drawer.findByText(text)).toBeVisible();
  const link = drawer.getByRole('link', { name: 'Bonuslar' });
  expect(link).toHaveAttribute('href', '/profile/bonuses');
});

it.each([
  ['none', /Para çekmek için kimliğinizi doğrulayın/],
  ['pending', /Kimliğinizi inceliyoruz/],
  ['rejected', /Kimlik belgeniz kabul edilmedi/],
] as const)('says up front that the identity is not verified: %s', async (kyc, text) => {
  const { drawer } = await open({ method: 31 }, { kyc });
  expect(await drawer.findByText(text)).toBeVisible();
  expect(drawer.getByRole('link', { name: 'Ne yapmalıyım?' })).toBeVisible();
});

it('hides and shows the balance, for the whole site and later visits', async () => {
  const { user, drawer, unmount } = await open({ method: 31 });
  const balance = async () =>
    (await drawer.findByText('Bakiye', { selector: 'dt' })).nextElementSibling;
  await expect.poll(balance).toHaveTextContent(/^1\.234,50\sTL/);
  await user.click(drawer.getByRole('button', { name: 'Bakiyeyi gizle' }));
  expect(await balance()).toHaveTextContent(/^••••/);
  const show = { name: 'Bakiyeyi göster' };
  // The name contains the state, and a pressed state would contradict it.
  expect(drawer.getByRole('button', show)).not.toHaveAttribute('aria-pressed');
  unmount();
  const again = await open({ method: 31 });
  await again.user.click(await again.drawer.findByRole('button', show));
  expect(again.drawer.getByRole('button', { name: 'Bakiyeyi gizle' })).toBeVisible();
});
