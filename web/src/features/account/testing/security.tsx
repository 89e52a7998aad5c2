import { screen } from '@testing-library/react';
import { mockCall, mockError } from '@/testing/server';
import { renderForm } from '@/testing/forms';
import { SecurityRoute } from '../routes/SecurityRoute';

/** The error of user/check_user_ga if no authenticator is set up. */
export const noAuthenticator = { debug: 'no authenticator' };

/** A code of the authenticator or of an SMS. */
export const code = '482913';

/** Mocks the calls of the security page for a player without an authenticator. */
export function mockSecurity() {
  mockCall('user/two_auth_type');
  mockCall('user/login_history');
  mockError('user/check_user_ga', noAuthenticator);
}

export const openSecurity = () =>
  renderForm(<SecurityRoute />, {
    path: '/profile/security',
    namespaces: ['account', 'password'],
    player: true,
  });

export type User = Awaited<ReturnType<typeof openSecurity>>['user'];

export const firstDigit = () => screen.getByLabelText('6 hanenin 1. hanesi');

/** Fills in an empty field at once, because typing is slow. */
export async function fill(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}
