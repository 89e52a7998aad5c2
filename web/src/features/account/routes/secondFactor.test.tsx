import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isBusy } from '@/lib/busy/busy';
import { patch } from '@/lib/swr/cache';
import { withoutCalls } from '@/testing/brand';
import { mockCall, mockError } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import {
  code,
  fill,
  firstDigit,
  mockSecurity,
  noAuthenticator,
  openSecurity,
} from '../testing/security';

const radio = (name: RegExp) => screen.findByRole('radio', { name });
const setUpFirst = () => screen.queryByText('Önce aşağıda kurulumu yapın');

beforeEach(mockSecurity);

describe('the authenticator', () => {
  it('is set up with QR code or secret and a valid code', async () => {
    const { user } = await openSecurity();
    mockCall('user/user_generate_ga');
    await user.click(await screen.findByRole('button', { name: 'Kuruluma başla' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    const qr = { name: 'Doğrulama uygulaması için QR kod' };
    expect(await screen.findByRole('img', qr)).toBeVisible();

    const wrong = mockError('user/check_ga', { message: 'The code you entered is incorrect' });
    await fill(user, firstDigit(), '000000');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeVisible();
    expect(wrong[0]?.data).toMatchObject({ ga_code: '000000', SiteType: 'desktop' });

    mockCall('user/check_ga');
    mockCall('user/check_user_ga');
    mockCall('user/two_auth_type', { type: 2 });
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Doğrulama uygulaması kuruldu')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Kaldır' })).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: /Doğrulama uygulaması/ })).toBeChecked(),
    );
  });

  it('cannot be selected before it is set up', async () => {
    await openSecurity();
    expect(await radio(/Doğrulama uygulaması/)).toBeDisabled();
    expect(setUpFirst()).toBeVisible();
  });

  it.each([
    ['the platform does not report whether it is set up', () => withoutCalls('user/check_user_ga')],
    ['it is the current factor', () => mockCall('user/two_auth_type', { type: 2 })],
  ])('can be selected if %s', async (_, prepare) => {
    prepare();
    await openSecurity();
    await waitFor(async () => expect(await radio(/Doğrulama uygulaması/)).toBeEnabled());
    await waitForIdle();
    expect(setUpFirst()).toBeNull();
  });

  const asked = /uygulamadaki kodla giriş yaparsınız/i;

  it.each([
    ['is not set up', false, 0, 'Kapalı', /uygulamayla üretin/],
    ['is set up and required', true, 2, 'Açık', asked],
    ['is set up but only the password is required', true, 0, 'Kurulu', /kullanılmıyor/],
    ['is set up but SMS is required', true, 1, 'Kurulu', /kullanılmıyor/],
    ['is set up without a choice of factors', true, undefined, 'Açık', asked],
  ] as const)('says when it %s', async (_, setUp, type, badge, text) => {
    if (setUp) mockCall('user/check_user_ga');
    if (type === undefined) withoutCalls('user/two_auth_type');
    else mockCall('user/two_auth_type', { type });
    await openSecurity();
    const card = await screen.findByRole('region', { name: 'Doğrulama uygulaması' });
    expect(await within(card).findByText(badge)).toBeVisible();
    expect(within(card).getByText(text)).toBeVisible();
  });

  it('is removed with a code, and the page does not reload during the input', async () => {
    mockCall('user/check_user_ga');
    const { user } = await openSecurity();
    await user.click(await screen.findByRole('button', { name: 'Kaldır' }));
    expect(isBusy()).toBe(false);
    await user.type(firstDigit(), '48');
    expect(isBusy()).toBe(true);
    await user.keyboard('{Backspace}{Backspace}');
    expect(isBusy()).toBe(false);
    const requests = mockCall('user/clear_generated_ga');
    mockError('user/check_user_ga', noAuthenticator);
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Doğrulama uygulaması kaldırıldı')).toBeVisible();
    expect(requests[0]?.data).toMatchObject({ gacode: code });
    expect(await screen.findByRole('button', { name: 'Kuruluma başla' })).toBeVisible();
  });
});

describe('the second factor of the login', () => {
  /** Mocks a platform with the second factor `type` until a call sets another one. */
  const mockFactor = (type: 0 | 1 | 2) => {
    let inForce = type;
    return mockCall('user/two_auth_type', ({ data }) => {
      if (data.mode === 'set') inForce = data.type ?? inForce;
      return { type: inForce };
    });
  };
  const set = (requests: readonly { data: { mode: string; type?: number; code?: string } }[]) =>
    requests.flatMap(({ data }) => (data.mode === 'set' ? [[data.type, data.code]] : []));

  it('changes only with a code of the active one, and the change can be cancelled', async () => {
    mockCall('user/check_user_ga');
    const left = mockFactor(2);
    const { user } = await openSecurity();
    await user.click(await radio(/Yalnızca şifre/));
    await user.click(await screen.findByRole('button', { name: 'Vazgeç' }));
    expect(screen.getByRole('radio', { name: /Doğrulama uygulaması/ })).toBeChecked();
    expect(set(left)).toEqual([]);

    await user.click(await radio(/Yalnızca şifre/));
    expect(await screen.findByText(/doğrulama uygulamanızdaki/)).toBeVisible();
    mockError('user/two_auth_type', { message: 'Kod hatalı', data: { field: 'code' } });
    await fill(user, firstDigit(), '000000');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeVisible();
    const requests = mockFactor(2);
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Giriş güvenliği güncellendi')).toBeVisible();
    expect(set(requests)).toEqual([[0, code]]);
  });

  it('offers SMS only if the platform sends codes', async () => {
    withoutCalls('user/sms_send');
    await openSecurity();
    await radio(/Yalnızca şifre/);
    expect(screen.queryByRole('radio', { name: /SMS/ })).toBeNull();
  });

  it('offers SMS only with a phone', async () => {
    const { user } = await openSecurity();
    expect(await radio(/SMS/)).toBeEnabled();
    await screen.findByText(/^\+90/);
    await patch('user/get_user_profile', (profile) => ({ ...profile, phone: '' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /SMS/ })).toBeDisabled());
    expect(screen.getByText('Önce profilinize telefon numaranızı ekleyin')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /SMS/ }));
    expect(screen.getByRole('radio', { name: /Yalnızca şifre/ })).toBeChecked();
  });
});
