import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect } from 'vitest';
import { gatewayHub } from '@/lib/gateway/site';
import { paths } from '@/lib/paths/paths';
import type { SessionEngine } from '@/lib/session/engine';
import { openSession } from '@/lib/session/site';
import { stored } from '@/lib/storage/stored';
import { mockPlayerStart, signIn, WithoutDeduping } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockCall, mockFrameData } from '@/testing/server';
import { login } from '@/testing/fixtures';
import { navigateTo } from '../navigateTo';
import { SessionBridge } from '../SessionBridge';
import { SiteRoutes } from '../SiteRoutes';

let session: SessionEngine;
export const user = userEvent.setup({ delay: null });

/** Signs a player in, mocks the calls of all pages and of one page, and starts the session. */
export async function startSession(mockPage?: () => void) {
  mockCall('maintenance/check_status', {}, { result: true });
  mockFrameData();
  mockCall('crm/list_mass_messages', []);
  mockCall('cmscontroller/getSpecialDateInf', []);
  mockCall('finance/list_transactions', []);
  signIn();
  mockPlayerStart();
  mockPage?.();
  session = openSession({ home: paths.home.to(), navigate: navigateTo });
  await session.start();
}

/** Renders the site at an address. */
export const site = (at: string) =>
  render(
    <WithoutDeduping>
      <MemoryRouter initialEntries={[at]}>
        <SessionBridge />
        <SiteRoutes />
      </MemoryRouter>
    </WithoutDeduping>,
  );

/** Ends the session without stored auth. */
export const expires = () => {
  const ended = { epoch: session.epoch(), auth: false, unauthorized: false };
  act(() => gatewayHub.emit('session-ended', ended));
};

/** Ends the session and restores it from the stored auth, as the guard does. */
export async function renewed() {
  const { uid, sid, uip, rid, lastlogin } = login;
  const auth = { uid, sid, uip, rid, lastlogin, username: 'demo', language: 'tr', gasecret: '' };
  stored.set('auth', auth);
  const asked = mockCall('user/refresh', login);
  expires();
  await waitFor(() => expect(asked).toHaveLength(1));
}

/** Simulates another tab that restored the session, with a new epoch and another uid. */
export function renewedElsewhere(username = 'demo') {
  const epoch = 'another-tab';
  const uid = 'renewed-uid';
  stored.set('session', { uid, sid: 'renewed-sid', uip: 'i', gmt: '3', lang: 'tr', epoch });
  stored.set('profile', { uid, username, firstname: '', lastname: '', epoch });
  stored.set('sessionEpoch', epoch);
  act(() => session.sync());
}

/** Fills in an empty field at once, because typing is slow. */
export async function fill(field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

export const logOut = () => act(() => session.logout('stay'));

/** Logs in with the login page's own form. */
export async function logIn(username: string) {
  mockCall('user/login', { ...login, username });
  await fill(await screen.findByLabelText('Kullanıcı adı'), username);
  await fill(screen.getByLabelText('Şifre'), 'Demo123');
  await user.click(screen.getByRole('button', { name: 'Giriş yap' }));
}

/** Expects that a field is the same element with the typed text. */
export async function isKept(field: HTMLElement, text: string) {
  await waitForIdle();
  expect(field).toBeInTheDocument();
  expect(field).toHaveValue(text);
}
