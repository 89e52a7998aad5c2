import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeLanguage } from '@/lib/i18n/i18n';
import { paths } from '@/lib/paths/paths';
import { testBrand } from '@/testing/brand';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockCall, mockError, mockRoute } from '@/testing/server';
import { exampleProfile } from '@/testing/fixtures';
import {
  expires,
  isKept,
  logIn,
  logOut,
  renewed,
  renewedElsewhere,
  site,
  startSession,
  user,
} from './testing/drafts';

beforeEach(() => startSession());

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
    await logOut();
    await logIn('demo');
    expect(await search()).toHaveValue('');
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

  it('is reset to the saved values, and has no password', async () => {
    site(paths.profile.to());
    const city = await screen.findByLabelText<HTMLInputElement>('Şehir');
    const saved = city.value;
    await user.type(city, ' Merkez');
    await user.type(screen.getByLabelText('E-posta'), '.tr');
    await user.type(screen.getByLabelText('Mevcut şifre'), 'Demo123');
    await renewed();
    await waitFor(() => expect(screen.getByLabelText('Şehir')).toHaveValue(`${saved} Merkez`));
    expect(screen.getByLabelText('Mevcut şifre')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Geri al' }));
    expect(screen.getByLabelText('Şehir')).toHaveValue(saved);
  });
});

it('form input stays in the contact data in another language, and when the session is renewed', async () => {
  mockRoute('GET /v1/bootstrap', () => testBrand);
  site(paths.profile.to());
  const city = await screen.findByLabelText<HTMLInputElement>('Şehir');
  await user.type(city, ' Merkez');
  await waitForIdle();
  const text = city.value;
  // The platform sends another uid with every response.
  const asked = mockCall('user/get_user_profile', { ...exampleProfile, uid: 'sealed-anew' });
  await act(() => changeLanguage('de'));
  await waitFor(() => expect(asked.map(({ data }) => data.Lang)).toContain('de'));
  await isKept(city, text);
  renewedElsewhere();
  await waitFor(() => expect(asked.map(({ user: item }) => item?.uid)).toContain('renewed-uid'));
  await isKept(city, text);
});
