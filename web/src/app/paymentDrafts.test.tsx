import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import { readDraft } from '@/lib/drafts/drafts';
import { changeLanguage } from '@/lib/i18n/i18n';
import { paths } from '@/lib/paths/paths';
import { noLimits, testBrand } from '@/testing/brand';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockCall, mockError, mockRoute } from '@/testing/server';
import { listedMethod, phoneField } from '@/testing/fixtures';
import {
  expires,
  fill,
  isKept,
  renewed,
  renewedElsewhere,
  site,
  startSession,
  user,
} from './testing/drafts';

const methods_list = [listedMethod({}, { fields: [phoneField] })];
const payment = `${paths.profileDeposit.to()}?method=31`;

/** Opens a payment form and fills it in. */
async function fillPayment() {
  site(payment);
  await fill(await screen.findByLabelText('Tutar'), '125');
  await fill(screen.getByLabelText('Telefon'), '+905321112233');
}

const click = (name: string) =>
  user.click(within(screen.getByRole('main')).getByRole('button', { name }));

const mockPayments = () => {
  mockCall('user/list_bonuses', []);
  mockCall('finance/list_highlighted_cash_methods', []);
  mockCall('finance/list_cash_methods_new', { methods_list });
  mockCall('limits/get', noLimits);
};

beforeEach(() => startSession(mockPayments));

describe('the input of a payment form when the session has ended', () => {
  it.each([
    ['', []],
    [' before it is confirmed', ['Devam et']],
    [' when it is changed after all', ['Devam et', 'Değiştir']],
    [' after a refusal', ['Devam et', 'Para yatır']],
  ])('is restored%s', async (_, buttons) => {
    mockError('prepayServices/processTransaction', { message: 'Yöntem kapalı' });
    await fillPayment();
    for (const name of buttons) await click(name);
    if (buttons.includes('Para yatır')) await screen.findAllByText('Yöntem kapalı');
    await renewed();
    expect(await screen.findByLabelText('Tutar')).toHaveValue('125');
    expect(screen.getByLabelText('Telefon')).toHaveValue('+905321112233');
  });

  it('is not restored when the payment has succeeded', async () => {
    await fillPayment();
    const asked = mockCall('prepayServices/processTransaction', () => {
      expires();
      return { transaction_id: 9, status: 1001 };
    });
    await click('Devam et');
    await click('Para yatır');
    await screen.findByLabelText('Kullanıcı adı');
    await waitForIdle();
    expect(asked).toHaveLength(1);
    expect(readDraft(`payment:${cashType.deposit}:31`, 'demo')).toBeUndefined();
  });
});

describe('the input of a payment form while the page goes on', () => {
  beforeEach(() => mockRoute('GET /v1/bootstrap', () => testBrand));

  /** Types an amount and returns its field. */
  async function typeAmount() {
    site(payment);
    const amount = await screen.findByLabelText('Tutar');
    await user.type(amount, '125');
    return amount;
  }

  it('stays in another language, and when another tab renews the session', async () => {
    const amount = await typeAmount();
    const asked = mockCall('finance/list_cash_methods_new', { methods_list });
    await act(() => changeLanguage('ar'));
    await waitFor(() => expect(asked.map(({ data }) => data.Lang)).toContain('ar'));
    await isKept(amount, '125');
    renewedElsewhere();
    await waitFor(() => expect(asked.map(({ user: item }) => item?.uid)).toContain('renewed-uid'));
    await isKept(amount, '125');
  });

  it('does not stay when another player has logged in in another tab', async () => {
    await typeAmount();
    renewedElsewhere('another');
    await waitForIdle();
    expect(await screen.findByLabelText('Tutar')).toHaveValue('');
  });
});
