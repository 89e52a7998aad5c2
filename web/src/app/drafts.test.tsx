import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import { readDraft } from '@/lib/drafts/drafts';
import { gatewayHub } from '@/lib/gateway';
import { changeLanguage } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { openSession, type SessionEngine } from '@/lib/session';
import { stored } from '@/lib/storage';
import {
  mockPlayerStart,
  noLimits,
  signIn,
  testBrand,
  waitForIdle,
  WithoutDeduping,
} from '@/testing';
import { mockCall, mockError, mockFrameData, mockRoute } from '@/testing/server';
import { exampleProfile, listedMethod, login, phoneField } from '@/testing/fixtures';
import { navigateTo } from './navigateTo';
import { SessionBridge } from './SessionBridge';
import { SiteRoutes } from './SiteRoutes';

const methods_list = [listedMethod({}, { fields: [phoneField] })];
const payment = `${paths.profileDeposit.to()}?method=31`;
let session: SessionEngine;
const user = userEvent.setup({ delay: null });

const site = (at: string) =>
  render(
    <WithoutDeduping>
      <MemoryRouter initialEntries={[at]}>
        <SessionBridge />
        <SiteRoutes />
      </MemoryRouter>
    </WithoutDeduping>,
  );

/** The session ends, and there is nothing to renew it by. */
const expires = () => {
  const ended = { epoch: session.epoch(), auth: false, unauthorized: false };
  act(() => gatewayHub.emit('session-ended', ended));
};

/** The session ends and is renewed by the stored auth, as the guard does it. */
async function renewed() {
  const { uid, sid, uip, rid, lastlogin } = login;
  const auth = { uid, sid, uip, rid, lastlogin, username: 'demo', language: 'tr', gasecret: '' };
  stored.set('auth', auth);
  const asked = mockCall('user/refresh', login);
  expires();
  await waitFor(() => expect(asked).toHaveLength(1));
}

/** Another tab has renewed the session: what is stored belongs to a new epoch, and the uid is another one. */
function renewedElsewhere(username = 'demo') {
  const epoch = 'another-tab';
  const uid = 'renewed-uid';
  stored.set('session', { uid, sid: 'renewed-sid', uip: 'i', gmt: '3', lang: 'tr', epoch });
  stored.set('profile', { uid, username, firstname: '', lastname: '', epoch });
  stored.set('sessionEpoch', epoch);
  act(() => session.sync());
}

/** Fills in an empty field; typing letter by letter would be slow. */
async function fill(field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

/** Logs in by the login page's own form. */
async function logIn(username: string) {
  mockCall('user/login', { ...login, username });
  await fill(await screen.findByLabelText('Kullanıcı adı'), username);
  await fill(screen.getByLabelText('Şifre'), 'Demo123');
  await user.click(screen.getByRole('button', { name: 'Giriş yap' }));
}

/** Opens a payment form and fills it in. */
async function fillPayment() {
  site(payment);
  await fill(await screen.findByLabelText('Tutar'), '125');
  await fill(screen.getByLabelText('Telefon'), '+905321112233');
}

const click = (name: string) =>
  user.click(within(screen.getByRole('main')).getByRole('button', { name }));

beforeEach(async () => {
  mockCall('maintenance/check_status', {}, { result: true });
  mockFrameData();
  mockCall('crm/list_mass_messages', []);
  mockCall('cmscontroller/getSpecialDateInf', []);
  mockCall('finance/list_transactions', []);
  mockCall('user/list_bonuses', []);
  signIn();
  mockPlayerStart();
  mockCall('finance/list_highlighted_cash_methods', []);
  mockCall('finance/list_cash_methods_new', { methods_list });
  mockCall('limits/get', noLimits);
  session = openSession({ home: paths.home.to(), navigate: navigateTo });
  await session.start();
});

describe('form input when the session has ended', () => {
  const search = () => screen.findByRole('searchbox');

  it('is restored after the login, not for another player, nor later for the first one', async () => {
    site(paths.tickets.to());
    await user.type(await search(), '4711');
    expires();
    await logIn('demo');
    expect(await search()).toHaveValue('4711');
    await user.type(await search(), '8'); // a new draft
    mockError('user/refresh', { status: 403, debug: 'anonymous user' });
    for (const username of ['another', 'demo']) {
      expires();
      await logIn(username);
      expect(await search()).toHaveValue('');
    }
  });

  it('is deleted by a logout', async () => {
    site(paths.tickets.to());
    await user.type(await search(), '4711');
    mockCall('user/logout', {});
    await act(() => session.logout('stay'));
    await logIn('demo');
    expect(await search()).toHaveValue('');
  });

  it.each([
    ['', []],
    [' before it is confirmed', ['Devam et']],
    [' when it is changed after all', ['Devam et', 'Değiştir']],
    [' after a refusal', ['Devam et', 'Para yatır']],
  ])('is restored in a payment form%s', async (_, buttons) => {
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

  it('is restored in the open dialog of a bank account', async () => {
    mockCall('finance/list_banks');
    mockCall('finance/list_bank_accounts');
    site(paths.profileBankAccounts.to());
    await user.click(await screen.findByRole('button', { name: 'Hesap ekle' }));
    await user.type(screen.getByLabelText('IBAN'), 'TR33');
    await renewed();
    expect(await screen.findByLabelText('IBAN')).toHaveValue('TR33');
  });

  it('is reset to the saved values', async () => {
    site(paths.profile.to());
    const city = await screen.findByLabelText<HTMLInputElement>('Şehir');
    const saved = city.value;
    await user.type(city, ' Merkez');
    await renewed();
    await waitFor(() => expect(screen.getByLabelText('Şehir')).toHaveValue(`${saved} Merkez`));
    await user.click(screen.getByRole('button', { name: 'Geri al' }));
    expect(screen.getByLabelText('Şehir')).toHaveValue(saved);
  });
});

describe('form input while the page goes on', () => {
  beforeEach(() => mockRoute('GET /v1/bootstrap', () => testBrand));

  /** Expects that a field is still the same one, with the text that was typed. */
  async function isKept(field: HTMLElement, text: string) {
    await waitForIdle();
    expect(field).toBeInTheDocument();
    expect(field).toHaveValue(text);
  }

  /** Types an amount into a payment form and returns its field. */
  async function typeAmount() {
    site(payment);
    const amount = await screen.findByLabelText('Tutar');
    await user.type(amount, '125');
    return amount;
  }

  it('stays in a payment form in another language, and when another tab renews the session', async () => {
    const amount = await typeAmount();
    const asked = mockCall('finance/list_cash_methods_new', { methods_list });
    await act(() => changeLanguage('ar'));
    await waitFor(() => expect(asked.map(({ data }) => data.Lang)).toContain('ar'));
    await isKept(amount, '125');
    renewedElsewhere();
    await waitFor(() => expect(asked.map(({ user: it }) => it?.uid)).toContain('renewed-uid'));
    await isKept(amount, '125');
  });

  it('does not stay when another player has logged in in another tab', async () => {
    await typeAmount();
    renewedElsewhere('another');
    await waitForIdle();
    expect(await screen.findByLabelText('Tutar')).toHaveValue('');
  });

  it('stays in the contact data in another language, and when the session is renewed', async () => {
    site(paths.profile.to());
    const city = await screen.findByLabelText<HTMLInputElement>('Şehir');
    await user.type(city, ' Merkez');
    await waitForIdle();
    const text = city.value;
    // The platform seals the uid anew for every response.
    const asked = mockCall('user/get_user_profile', { ...exampleProfile, uid: 'sealed-anew' });
    await act(() => changeLanguage('de'));
    await waitFor(() => expect(asked.map(({ data }) => data.Lang)).toContain('de'));
    await isKept(city, text);
    renewedElsewhere();
    await waitFor(() => expect(asked.map(({ user: it }) => it?.uid)).toContain('renewed-uid'));
    await isKept(city, text);
  });
});
