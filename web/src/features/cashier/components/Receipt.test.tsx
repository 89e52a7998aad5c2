import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cashType } from '@/contracts/constants';
import type { BonusStatus } from '@/contracts/types';
import { savePaymentAnswer } from '@/lib/payments/follow';
import { track, type TrackedPayment } from '@/lib/payments/tracked';
import { renderPage } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { availableBonus, trackedPayment } from '@/testing/fixtures';
import { mockBonuses, mockCall, mockError, mockNetworkError } from '@/testing/server';
import { OpenPayments } from './OpenPayments';
import { Receipt, Timeline } from './Receipt';

const payment: TrackedPayment = { ...trackedPayment, transactionID: 77 };
const { key } = payment;
const options = { namespaces: ['cashier', 'payments'], player: true };

function open(over: Partial<TrackedPayment> = {}) {
  track('demo', { ...payment, ...over });
  return renderPage(<Receipt paymentKey={key} onStartOver={() => undefined} />, options);
}

const code = { name: 'Ödeme için QR kod' };

describe('the next step of a waiting payment', () => {
  const url = 'https://odeme.example/77';
  const answer = { outcome: 'executed', transaction_id: 77, url, qr: 'PAY:77' } as const;
  beforeEach(() => void mockNetworkError('finance/payment_outcome'));

  it.each([
    ['as after a restart of the browser', answer, url],
    ['also without a next step', { outcome: 'executed', transaction_id: 77 }, undefined],
  ] as const)(
    'is requested one time if this tab does not know it, %s',
    async (_, outcome, address) => {
      const asked = mockCall('finance/payment_outcome', outcome);
      for (const visit of ['first', 'second']) {
        const { unmount } = await open();
        await waitForIdle();
        const codes = address ? 1 : 0;
        await waitFor(() => expect(screen.queryAllByRole('img', code), visit).toHaveLength(codes));
        const link = screen.queryByRole('link', { name: 'Ödemeye devam et' });
        expect(link?.getAttribute('href')).toBe(address);
        unmount();
      }
      expect(asked.map(({ data }) => data)).toEqual([expect.objectContaining({ key })]);
    },
  );

  it('is not requested if this tab knows it or the payment is settled', async () => {
    const asked = mockCall('finance/payment_outcome', answer);
    savePaymentAnswer(key, { qr: 'PAY:77' });
    const { unmount } = await open();
    expect(await screen.findByRole('img', code)).toBeVisible();
    unmount();
    mockCall('user/list_bonuses', []);
    await open({ state: 'approved' });
    expect(await screen.findByText('Hesabınıza geçti', { selector: 'h2' })).toBeVisible();
    await waitForIdle();
    expect(asked).toHaveLength(0);
  });
});

describe('the bonus of a credited deposit', () => {
  const bonus = (status: BonusStatus) => ({ ...availableBonus, status });
  const listAt = (at: BonusStatus) => mockBonuses(bonus(at));
  const claim = () => screen.findByRole('button', { name: 'Bonusu al' });

  it('is claimed one time and stays visible with its wagering requirement', async () => {
    listAt('available');
    const { user } = await open({ state: 'approved' });
    const claims = mockCall('user/claim_bonus', bonus('active'));
    const button = await claim();
    listAt('active');
    await user.dblClick(button);
    expect(await screen.findByText('Hoş geldin bonusu alındı')).toBeVisible();
    expect(claims.map(({ data }) => data.bonusID)).toEqual([301]);
    await waitForIdle();
    const title = screen.getByText('Hoş geldin bonusu');
    expect(title.closest('.claimed')).not.toBeNull();
    expect(screen.getByText(/^Aktif bonusunuz: 10\.000.* çevrim kaldı$/)).toBeVisible();
    expect(button).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Bonuslar' })).toHaveFocus();
  });

  it('can be claimed again after a failure', async () => {
    listAt('available');
    mockError('user/claim_bonus', { status: 409, message: 'Devam eden bir bonusunuz var' });
    const { user } = await open({ state: 'approved' });
    await user.click(await claim());
    await waitForIdle();
    await waitFor(async () => expect(await claim()).toBeEnabled());
    const claims = mockCall('user/claim_bonus', bonus('active'));
    expect(screen.getByText('Hoş geldin bonusu').closest('.claimed')).toBeNull();
    await user.click(await claim());
    expect(await screen.findByText('Hoş geldin bonusu alındı')).toBeVisible();
    expect(claims).toHaveLength(1);
  });

  it.each([
    ['of a deposit that waits', { state: 'waiting' }, 'available'],
    ['of a withdrawal', { state: 'approved', type: cashType.withdraw }, 'available'],
    ['while another one runs', { state: 'approved' }, 'active'],
  ] as const)('is not offered %s', async (_, over, at) => {
    mockNetworkError('finance/payment_outcome');
    listAt(at);
    await open(over);
    await screen.findByRole('heading', { level: 2 });
    await waitForIdle();
    expect(screen.queryByRole('button', { name: 'Bonusu al' })).toBeNull();
  });
});

it.each([
  ['refused', 'IBAN hatalı'],
  ['cancelled', undefined],
] as const)('a %s withdrawal shows its reason and its money', async (state, message) => {
  await open({ type: cashType.withdraw, state, message });
  expect(await screen.findByText('Tutar bakiyenizde.')).toBeVisible();
  if (message) expect(screen.getByText(message)).toBeVisible();
});

describe('the timeline of a payment', () => {
  /** Renders the timeline and returns name, progress and time of each step. */
  async function steps(over: Partial<TrackedPayment>) {
    await renderPage(<Timeline payment={{ ...trackedPayment, ...over }} />, options);
    const list = screen.getByRole('list', { name: 'Ödemenin durumu' });
    return within(list)
      .getAllByRole('listitem')
      .map((element) => [
        element.querySelector('span')?.textContent,
        /done|current|failed|todo/.exec(element.className)?.[0] ?? 'todo',
        element.querySelector('time')?.textContent ?? '',
      ]);
  }

  const time = expect.stringMatching(/^\d\d\/\d\d\/2026,? \d\d:\d\d$/) as string;
  const sent = ['Talebiniz gönderildi', 'done', time];

  it.each(['unknown', 'waiting'] as const)('is at the provider while it is %s', async (state) => {
    expect(await steps({ state })).toEqual([
      sent,
      ['Sağlayıcının onayı', 'current', ''],
      ['Hesabınıza aktarım', 'todo', ''],
    ]);
    const step = screen.getByText('Sağlayıcının onayı').closest('li');
    expect(step).toHaveAttribute('aria-current', 'step');
  });

  it.each([
    [cashType.deposit, 'approved', 'Sağlayıcının onayı', 'Hesabınıza geçti', 'done'],
    [cashType.deposit, 'refused', 'Sağlayıcının onayı', 'Reddedildi', 'failed'],
    [cashType.withdraw, 'approved', 'İnceleniyor', 'Ödendi', 'done'],
    [cashType.withdraw, 'cancelled', 'İnceleniyor', 'İptal edildi', 'failed'],
  ] as const)('of direction %i ends with %s', async (type, state, provider, end, progress) => {
    const settledAt = Date.parse('2026-11-20T10:05:00Z');
    expect(await steps({ type, state, settledAt })).toEqual([
      sent,
      [provider, 'done', ''],
      [end, progress, time],
    ]);
    expect(document.querySelector('[aria-current]')).toBeNull();
  });
});

describe('the open payments', () => {
  async function list(shownMethod?: number) {
    const of = (name: string, over: Partial<TrackedPayment> = {}) =>
      track('demo', { ...trackedPayment, key: name, name, ...over });
    of('Bekleyen');
    of('Bilinmeyen', { state: 'unknown', method: 32 });
    of('Bırakılan', { state: 'unknown', left: true });
    of('Biten', { state: 'approved' });
    of('Çekim', { type: cashType.withdraw });
    const onOpen = vi.fn();
    const view = await renderPage(
      <OpenPayments type={cashType.deposit} shownMethod={shownMethod} onOpen={onOpen} />,
      options,
    );
    const region = within(await screen.findByRole('region', { name: 'Bekleyen ödemeleriniz' }));
    const buttons = region.getAllByRole('button');
    const names = buttons.map((button) => /^\p{L}+/u.exec(button.textContent)?.[0]);
    return { ...view, region, names, onOpen };
  }

  it('are waiting or unknown, including payments that the player left', async () => {
    const { user, region, names, onOpen } = await list();
    expect(names).toEqual(['Bırakılan', 'Bilinmeyen', 'Bekleyen']);
    expect(region.getAllByText(/Sonucu öğreniyoruz/)).toHaveLength(2);
    await user.click(region.getByRole('button', { name: /Bırakılan/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('Bırakılan');
  });

  it.each([
    [31, ['Bırakılan', 'Bilinmeyen', 'Bekleyen']],
    [32, ['Bırakılan', 'Bekleyen']],
  ])('leave an unknown payment to the page of its method %i', async (method, expected) => {
    expect((await list(method)).names).toEqual(expected);
  });
});
