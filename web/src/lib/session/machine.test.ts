import { describe, expect, it } from 'vitest';
import { step, type SessionEvent, type SessionState } from './machine';
import type { StoredSessionState } from './storedSession';

const login = {
  rid: 1,
  uid: 'u',
  sid: 's',
  uip: 'i',
  gtm: '3',
  language: 'tr',
  username: 'demo',
  lastlogin: null,
  gasecret: '',
};
const withSecret = { ...login, gasecret: '*'.repeat(16) };
const profile = { uid: 'u', username: 'demo', firstname: '', lastname: '' };

const epoch = 'now';
const starting: SessionState = { phase: 'starting', epoch: '' };
const guest: SessionState = { phase: 'guest', epoch };
const refreshing: SessionState = { phase: 'refreshing', epoch };
const resuming: SessionState = { phase: 'refreshing', resuming: true, epoch };
const code: SessionState = { phase: 'code', login: withSecret, epoch };
const player: SessionState = { phase: 'player', profile, twoFactor: false, epoch };

const nothing: StoredSessionState = {
  epoch,
  session: false,
  auth: false,
  twoFactor: false,
  logoutPending: false,
};
const withAuth: StoredSessionState = { ...nothing, auth: true };
const signedIn: StoredSessionState = { ...nothing, profile, session: true, auth: true };

/** Formats the result of a step in one line: the phase, whether an epoch begins, then every effect. */
function format(state: SessionState, event: SessionEvent): string {
  const [next, effects] = step(state, event, 'next');
  const parts = effects.map((effect) => {
    if (effect.do === 'clear') return `clear ${effect.names.join(' ')}`;
    if (effect.do === 'navigate') return `navigate ${effect.to}`;
    if (effect.do === 'notify') return `notify ${effect.reason}`;
    return effect.do;
  });
  const begins = next.epoch === 'next' ? ' (new epoch)' : '';
  const leaving = next.phase === 'guest' && next.leaving && 'leaving';
  const resumes = next.phase === 'refreshing' && next.resuming && 'resuming';
  const phase = leaving || resumes || next.phase;
  return [phase + begins, ...parts].join(' | ');
}

const all = 'clear auth profile session ridValue expirationDate';
const first = 'clear siteUnderMaintenance | check-maintenance';
const begin = 'store-login | schedule-ping | load-player';
const goHome = 'clear returnUrl | navigate home';
const player2 = 'player (new epoch)';
const guest2 = 'guest (new epoch)';
const leaving2 = 'leaving (new epoch)';

const started = (stored: StoredSessionState, away = false): SessionEvent => ({
  type: 'started',
  stored,
  away,
});
const adopted = (
  stored: StoredSessionState,
  { protectedPage = false, refreshable = true } = {},
): SessionEvent => ({
  type: 'adopted',
  stored: { ...stored, epoch: 'theirs' },
  protectedPage,
  refreshable,
});
const ended = (over: Partial<Extract<SessionEvent, { type: 'session-ended' }>> = {}) =>
  ({
    type: 'session-ended',
    epoch,
    auth: false,
    unauthorized: false,
    refreshable: false,
    ...over,
  }) as const;
const logout = (variant: 'home' | 'keep-auth' | 'stay', remote = true) =>
  ({ type: 'logout', variant, remote }) as const;

type Case = [string, SessionState, SessionEvent, string];

const startup: Case[] = [
  [
    'with profile and session restores the session',
    starting,
    started(signedIn),
    `player | ${first} | load-player`,
  ],
  [
    'with auth alone refreshes',
    starting,
    started({ ...nothing, auth: true }),
    `refreshing | ${first} | refresh`,
  ],
  [
    'with a session but no profile clears everything',
    starting,
    started({ ...nothing, session: true }),
    `guest | ${first} | ${all}`,
  ],
  ['with nothing clears everything', starting, started(nothing), `guest | ${first} | ${all}`],
  [
    'after hours away logs out',
    starting,
    started(signedIn, true),
    `${leaving2} | ${all} | logout-remote | notify inactive | ${first} | ${goHome}`,
  ],
  [
    'with a logout that the server does not know restores nothing, and tells the server',
    starting,
    started({ ...signedIn, logoutPending: true }),
    `guest | ${all} | logout-remote | ${first}`,
  ],
];

const refresh: Case[] = [
  [
    'stores the new login',
    refreshing,
    { type: 'refreshed', epoch, login },
    `${player2} | ${begin}`,
  ],
  [
    'that is refused clears everything',
    refreshing,
    { type: 'refresh-failed', epoch, reason: 'session-expired' },
    `${guest2} | ${all}`,
  ],
  [
    'that is refused says so to a player',
    resuming,
    { type: 'refresh-failed', epoch, reason: 'session-expired' },
    `${guest2} | ${all} | notify session`,
  ],
  [
    'without network keeps the auth for later',
    refreshing,
    { type: 'refresh-failed', epoch, reason: 'network' },
    'guest',
  ],
  ['without auth clears', guest, { type: 'refresh', auth: false }, `guest | ${all}`],
  ['of a player does nothing', player, { type: 'refresh', auth: true }, 'player'],
  ['that was not asked for does nothing', guest, { type: 'refreshed', epoch, login }, 'guest'],
];

const logins: Case[] = [
  [
    'without a secret completes and returns',
    guest,
    { type: 'login-accepted', epoch, login },
    `${player2} | ${begin} | navigate return`,
  ],
  [
    'with a secret waits for the code and stores nothing',
    guest,
    { type: 'login-accepted', epoch, login: withSecret },
    `code (new epoch) | ${all}`,
  ],
  [
    'with a secret of ten characters requires no code',
    guest,
    { type: 'login-accepted', epoch, login: { ...login, gasecret: '*'.repeat(10) } },
    `${player2} | ${begin} | navigate return`,
  ],
  [
    'completes with the correct code',
    code,
    { type: 'code-accepted', epoch },
    `${player2} | ${begin} | navigate return`,
  ],
  ['is not completed by a code alone', guest, { type: 'code-accepted', epoch }, 'guest'],
  [
    'ends when the code is cancelled',
    code,
    { type: 'code-cancelled' },
    `${guest2} | logout-remote`,
  ],
  [
    'that is refused logs out without navigation',
    guest,
    { type: 'login-failed', epoch, reason: 'login-failed', auth: true },
    `guest | ${all}`,
  ],
  [
    'of an inactive account logs out without navigation',
    player,
    { type: 'login-failed', epoch, reason: 'inactive-account', auth: true },
    `${guest2} | ${all}`,
  ],
  [
    'refused for an expired session refreshes',
    guest,
    { type: 'login-failed', epoch, reason: 'session-expired', auth: true },
    'refreshing | refresh',
  ],
  [
    'that fails otherwise refreshes',
    guest,
    { type: 'login-failed', epoch, reason: 'refused', auth: true },
    'refreshing | refresh',
  ],
  [
    'that fails otherwise without auth changes nothing',
    guest,
    { type: 'login-failed', epoch, reason: 'refused', auth: false },
    'guest',
  ],
];

const logouts: Case[] = [
  [
    'clears everything and leaves for the home page',
    player,
    logout('home'),
    `${leaving2} | ${all} | logout-remote | ${goHome}`,
  ],
  [
    'keeps auth in the variant keep-auth',
    player,
    logout('keep-auth'),
    `${leaving2} | clear profile session ridValue expirationDate | logout-remote | ${goHome}`,
  ],
  [
    'does not navigate in the variant stay',
    player,
    logout('stay'),
    `${guest2} | ${all} | logout-remote`,
  ],
  [
    'of a session that the server has ended makes no call',
    player,
    logout('stay', false),
    `${guest2} | ${all}`,
  ],
  [
    'of an inactive player says so',
    player,
    { type: 'inactive' },
    `${leaving2} | ${all} | logout-remote | notify inactive | ${goHome}`,
  ],
  ['of an inactive guest does not happen', guest, { type: 'inactive' }, 'guest'],
];

const ends: Case[] = [
  [
    'clears session and profile, keeps auth and says so',
    player,
    ended(),
    `${guest2} | clear profile session expirationDate | notify session`,
  ],
  [
    'refreshes where that is possible',
    player,
    ended({ refreshable: true }),
    'resuming (new epoch) | clear profile session expirationDate | refresh',
  ],
  [
    'with an inactive account clears auth too',
    player,
    ended({ auth: true }),
    `${guest2} | ${all} | logout-remote`,
  ],
  [
    'with unauthorized is treated as a logout',
    player,
    ended({ auth: true, unauthorized: true }),
    `${leaving2} | ${all} | logout-remote | notify unauthorized | ${goHome}`,
  ],
  [
    'with unauthorized while the session is restored leaves no return address',
    refreshing,
    ended({ auth: true, unauthorized: true }),
    `${leaving2} | ${all} | logout-remote | notify unauthorized | ${goHome}`,
  ],
  ['during a refresh changes nothing', refreshing, ended(), 'refreshing'],
  ['ends a pending login', code, ended(), guest2],
  ['of a guest changes nothing', guest, ended(), 'guest'],
  [
    'by a failed ping clears profile, session and expiration',
    player,
    { type: 'ping-failed', epoch, refreshable: false },
    `${guest2} | clear profile session expirationDate | notify session`,
  ],
];

const tabs: Case[] = [
  ['signs in with the tab that logged in', guest, adopted(signedIn), 'player | load-player'],
  ['signs in with another player', player, adopted(signedIn), 'player | load-player'],
  ['renews its session with the other tab', player, adopted(withAuth), 'resuming | refresh'],
  ['renews it once more for another epoch', resuming, adopted(withAuth), 'resuming | refresh'],
  [
    'ends with the session of the other tab that was renewed just now',
    player,
    adopted(withAuth, { refreshable: false }),
    'guest',
  ],
  ['restores nothing by itself', guest, adopted(withAuth), 'guest'],
  [
    'stays to log in again where the other tab could not renew the session',
    resuming,
    adopted(nothing, { protectedPage: true }),
    'guest | notify session',
  ],
  [
    'leaves a page that needs login when the player has logged out',
    player,
    adopted(nothing, { protectedPage: true }),
    `leaving | ${goHome}`,
  ],
  ['stays on a public page when the player has logged out', player, adopted(nothing), 'guest'],
  [
    'leaves with a logout that comes while the session is renewed',
    resuming,
    adopted({ ...withAuth, logoutPending: true }, { protectedPage: true }),
    `leaving | ${goHome}`,
  ],
  [
    'restores nothing while a logout is pending',
    player,
    adopted({ ...signedIn, logoutPending: true }, { protectedPage: true }),
    `leaving | ${goHome}`,
  ],
];

const other = 'before';
const outdated: Case[] = [
  ['refreshed', guest, { type: 'refreshed', epoch: other, login }, 'guest'],
  [
    'refreshed during another refresh',
    refreshing,
    { type: 'refreshed', epoch: other, login },
    'refreshing',
  ],
  [
    'refresh-failed',
    player,
    { type: 'refresh-failed', epoch: other, reason: 'session-expired' },
    'player',
  ],
  ['session-ended', player, ended({ epoch: other, refreshable: true }), 'player'],
  ['unauthorized', player, ended({ epoch: other, auth: true, unauthorized: true }), 'player'],
  ['ping-failed', player, { type: 'ping-failed', epoch: other, refreshable: true }, 'player'],
  [
    'login-failed',
    player,
    { type: 'login-failed', epoch: other, reason: 'login-failed', auth: true },
    'player',
  ],
  [
    'login-accepted after a logout, whose session is ended too',
    guest,
    { type: 'login-accepted', epoch: other, login },
    'guest | logout-remote',
  ],
  [
    'code-accepted after a logout, whose session is ended too',
    guest,
    { type: 'code-accepted', epoch: other },
    'guest | logout-remote',
  ],
];

describe('the session state machine (spec §4)', () => {
  const check = (_: string, state: SessionState, event: SessionEvent, expected: string) =>
    expect(format(state, event)).toBe(expected);

  it.each(startup)('a start %s', check);
  it.each(refresh)('a refresh %s', check);
  it.each(logins)('a login %s', check);
  it.each(logouts)('a logout %s', check);
  it.each(ends)('the end of a session %s', check);
  it.each(tabs)('another tab: %s', check);
  it.each(outdated)('drops the outcome of another epoch: %s', check);

  it('takes the later login when two tabs log in, as the server does', () => {
    const event: SessionEvent = { type: 'login-accepted', epoch: other, login };
    expect(format(player, event)).toBe(`${player2} | ${begin} | navigate return`);
  });

  it('derives the two-factor status from the secret', () => {
    const flag = (gasecret: string) => {
      const event: SessionEvent = { type: 'refreshed', epoch, login: { ...login, gasecret } };
      const [state] = step(refreshing, event, 'next');
      return state.phase === 'player' && state.twoFactor;
    };
    expect([flag(''), flag('*'.repeat(16))]).toEqual([false, true]);
  });

  it('takes names from the profile and keeps the uid of the login', () => {
    const names = { username: 'demo', firstname: 'Deniz', lastname: 'Kaya' };
    const [state] = step(player, { type: 'profile-known', epoch, names }, 'next');
    expect(state).toEqual({ ...player, profile: { uid: 'u', ...names } });
    expect(step(player, { type: 'profile-known', epoch: other, names }, 'next')[0]).toBe(player);
  });

  it('is leaving until the router has navigated', () => {
    const [left] = step(player, logout('home'), 'next');
    const [navigated] = step(left, { type: 'navigated' }, 'later');
    expect([left, navigated]).toEqual([
      { phase: 'guest', leaving: true, epoch: 'next' },
      { phase: 'guest', epoch: 'next' },
    ]);
  });
});
