import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { CallName } from '@/contracts/calls';
import type { LimitChange, LimitsAnswer, PlayerLimit } from '@/contracts/types';
import { readReminders } from '@/lib/reminders/reminders';
import { noLimits } from '@/testing/brand';
import { mockCall, mockError } from '@/testing/server';
import { renderForm } from '@/testing/forms';
import { LimitsRoute } from './LimitsRoute';

/** The responses of limits/get and limits/history. */
let state: LimitsAnswer;
let history: LimitChange[];

beforeEach(() => {
  state = noLimits;
  history = [];
  mockCall('limits/get', () => state);
  mockCall('limits/history', () => history);
});

/** Mocks a call after which limits/get returns `next`. */
const changes = (call: CallName, next: Partial<LimitsAnswer>) =>
  mockCall(call, () => (state = { ...noLimits, ...next }));

const open = () =>
  renderForm(<LimitsRoute />, { path: '/profile/limits', namespaces: ['limits'], player: true });

const daily: PlayerLimit = {
  kind: 'deposit',
  period: 'day',
  amount: 500,
  used: 300,
  left: 200,
  renews: '2099-01-02 00:00:00',
};

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

const row = async (name: string) => within(await screen.findByRole('listitem', { name }));

it('sets a limit of time in minutes, and offers only the kinds of the platform', async () => {
  state = { ...noLimits, kinds: ['deposit', 'session_time'] };
  const set = mockCall('limits/set', () => state);
  const { user } = await open();
  const times = await panel('Süre limitleri');
  await user.click(times.getByRole('button', { name: 'Haftalık' }));
  await user.type(times.getByRole('textbox', { name: 'Yeni limit (dakika)' }), '90');
  await user.click(times.getByRole('button', { name: 'Kaydet' }));
  expect(set[0]?.data).toMatchObject({ kind: 'session_time', period: 'week', minutes: 90 });
});

it('explains that the platform has set a limit, which can only be tightened', async () => {
  state = { ...noLimits, limits: [{ ...daily, set_by_platform: true }] };
  mockCall('limits/set', state);
  const { user } = await open();
  const deposits = await panel('Yatırım limitleri');
  const item = await row('Günlük');
  expect(item.getByText(/oyun platformu koydu/)).toBeVisible();
  expect(item.queryByRole('button')).toBeNull();
  await user.type(deposits.getByRole('textbox', { name: 'Yeni tutar' }), '900');
  await user.click(deposits.getByRole('button', { name: 'Kaydet' }));
  expect(await screen.findByText(/platformunun daha düşük limiti hâlâ geçerli/)).toBeVisible();
});

it('shows the time at which a looser limit can be confirmed, after the brand’s wait', async () => {
  state = { ...noLimits, limits: [daily] };
  const pending = { from: '2099-01-04 12:00:00', until: '2099-01-11 12:00:00', ready: false };
  changes('limits/set', { limits: [{ ...daily, pending: { ...pending, amount: null } }] });
  const { user } = await open();
  expect(screen.queryByText(/24 saat bekler/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Limiti kaldır' }));
  expect(await screen.findByText(/04\/01\/2099.* itibaren onaylayabilirsiniz/)).toBeVisible();
});

it('lists the changes and their authors', async () => {
  const at = '2026-11-27 12:00:00';
  history = [
    { at, by: 'staff', change: 'set', kind: 'session_time', period: 'day', minutes: 120 },
    { at, by: 'player', change: 'asked_looser', kind: 'deposit', period: 'day', amount: 900 },
    { at, by: 'player', change: 'exclusion', until: null },
  ];
  await open();
  const told = within(await screen.findByRole('region', { name: 'Geçmiş' }));
  const entries = await told.findAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    expect.stringMatching(/^Süre limitleri, Günlük: 120 dakika.*ekibimiz tarafından$/),
    expect.stringMatching(/^Yatırım limitleri, Günlük: 900,00\sTL istendi/),
    expect.stringMatching(/^Kendini dışlama: süresiz/),
  ]);
});

it('starts a self-exclusion without an end', async () => {
  const begun = changes('limits/self_exclude', { exclusion: { until: null } });
  const { user } = await open();
  const exclusion = within(await screen.findByRole('region', { name: 'Kendini dışlama' }));
  await user.click(exclusion.getByRole('button', { name: 'Süresiz' }));
  await user.click(exclusion.getByRole('button', { name: 'Kendimi dışla' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Kendini dışlama: Süresiz' }));
  await user.click(dialog.getByRole('button', { name: 'Kendimi dışla' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(begun[0]?.data).toMatchObject({ forever: true });
});

it('stores the selected reminder, also when the limits cannot be read', async () => {
  mockError('limits/get', { status: 503, message: 'Limitler okunamıyor' });
  const { user } = await open();
  expect(await screen.findByText('Limitler okunamıyor')).toBeVisible();
  expect(screen.getByText(/Hesabınızı kısıtlamaz/)).toBeVisible();
  const session = within(screen.getByRole('group', { name: 'Oturum süresi hatırlatıcısı' }));
  await user.click(session.getByRole('button', { name: '90 dakika' }));
  expect(readReminders()).toEqual({ session: 90 });
  const link = screen.getByRole('link', { name: 'Sorumlu oyun' });
  expect(link).toHaveAttribute('href', '/info/ResponsibleGaming');
});
