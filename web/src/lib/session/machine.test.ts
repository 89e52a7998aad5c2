import { describe, expect, it } from 'vitest';
import { step, type SessionEvent, type SessionState } from './machine';

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

const starting: SessionState = { phase: 'starting' };
const guest: SessionState = { phase: 'guest' };
const refreshing: SessionState = { phase: 'refreshing' };
const code: SessionState = { phase: 'code', login: withSecret };
const player: SessionState = { phase: 'player', profile, twoFactor: false };

/** Formats the result of a step in one line: the phase, then every effect. */
function format(state: SessionState, event: SessionEvent): string {
  const [next, effects] = step(state, event);
  const parts = effects.map((effect) => {
    if (effect.do === 'clear') return `clear ${effect.names.join(' ')}`;
    if (effect.do === 'navigate') return `navigate ${effect.to}`;
    if (effect.do === 'notify') return `notify ${effect.reason}`;
    return effect.do;
  });
  return [next.phase, ...parts].join(' | ');
}

const all = 'clear auth profile session ridValue expirationDate';
const first = 'clear siteUnderMaintenance | check-maintenance';

const cases: [string, SessionState, SessionEvent, string][] = [
  [
    'a start with profile and session restores the session',
    starting,
    { type: 'started', stored: { profile, session: true, auth: true, twoFactor: false } },
    `player | ${first} | load-player`,
  ],
  [
    'a start with auth alone refreshes',
    starting,
    { type: 'started', stored: { session: false, auth: true, twoFactor: false } },
    `refreshing | ${first} | refresh`,
  ],
  [
    'a start with a session but no profile clears everything',
    starting,
    { type: 'started', stored: { session: true, auth: false, twoFactor: false } },
    `guest | ${first} | ${all}`,
  ],
  [
    'a start with nothing clears everything',
    starting,
    { type: 'started', stored: { session: false, auth: false, twoFactor: false } },
    `guest | ${first} | ${all}`,
  ],
  [
    'a refresh stores the new login and loads the player',
    refreshing,
    { type: 'refreshed', login },
    'player | store-login | schedule-ping | load-player',
  ],
  [
    'a refused refresh clears everything',
    refreshing,
    { type: 'refresh-failed', reason: 'session-expired' },
    `guest | ${all}`,
  ],
  [
    'a refresh without network keeps the auth for later',
    refreshing,
    { type: 'refresh-failed', reason: 'network' },
    'guest',
  ],
  ['a refresh without auth clears', guest, { type: 'refresh', auth: false }, `guest | ${all}`],
  ['a player is not refreshed', player, { type: 'refresh', auth: true }, 'player'],
  [
    'a login without a secret completes and returns',
    guest,
    { type: 'login-accepted', login },
    'player | store-login | schedule-ping | load-player | navigate return',
  ],
  [
    'a login with a secret waits for the code and stores nothing',
    guest,
    { type: 'login-accepted', login: withSecret },
    'code',
  ],
  [
    'a secret of ten characters requires no code',
    guest,
    { type: 'login-accepted', login: { ...login, gasecret: '*'.repeat(10) } },
    'player | store-login | schedule-ping | load-player | navigate return',
  ],
  [
    'a correct code completes the login',
    code,
    { type: 'code-accepted' },
    'player | store-login | schedule-ping | load-player | navigate return',
  ],
  ['a code without a pending login does nothing', guest, { type: 'code-accepted' }, 'guest'],
  [
    'a cancelled code ends the pending login',
    code,
    { type: 'code-cancelled' },
    'guest | logout-remote',
  ],
  [
    'a failed login logs out without navigation',
    guest,
    { type: 'login-failed', reason: 'login-failed', auth: true },
    `guest | ${all}`,
  ],
  [
    'an inactive account logs out without navigation',
    guest,
    { type: 'login-failed', reason: 'inactive-account', auth: true },
    `guest | ${all}`,
  ],
  [
    'a login refused for an expired session refreshes',
    guest,
    { type: 'login-failed', reason: 'session-expired', auth: true },
    'refreshing | refresh',
  ],
  [
    'any other failed login refreshes',
    guest,
    { type: 'login-failed', reason: 'refused', auth: true },
    'refreshing | refresh',
  ],
  [
    'any other failed login without auth changes nothing',
    guest,
    { type: 'login-failed', reason: 'refused', auth: false },
    'guest',
  ],
  [
    'a logout clears everything and navigates home',
    player,
    { type: 'logout-finished', variant: 'home' },
    `guest | ${all} | navigate home`,
  ],
  [
    'a logout that fails with an expired session succeeds',
    player,
    { type: 'logout-finished', variant: 'home', reason: 'session-expired' },
    `guest | ${all} | navigate home`,
  ],
  [
    'a logout that fails with unauthorized succeeds',
    player,
    { type: 'logout-finished', variant: 'home', reason: 'unauthorized' },
    `guest | ${all} | navigate home`,
  ],
  [
    'a logout that fails with a network error changes nothing',
    player,
    { type: 'logout-finished', variant: 'home', reason: 'network' },
    'player',
  ],
  [
    'the variant keep-auth keeps auth',
    player,
    { type: 'logout-finished', variant: 'keep-auth' },
    'guest | clear profile session ridValue expirationDate | navigate home',
  ],
  [
    'the variant stay does not navigate',
    player,
    { type: 'logout-finished', variant: 'stay' },
    `guest | ${all}`,
  ],
  [
    'an ended session clears session and profile and keeps auth',
    player,
    { type: 'session-ended', auth: false, unauthorized: false },
    'guest | clear profile session expirationDate | notify session',
  ],
  [
    'an inactive account clears auth too',
    player,
    { type: 'session-ended', auth: true, unauthorized: false },
    `guest | ${all}`,
  ],
  [
    'unauthorized is treated as a logout',
    player,
    { type: 'session-ended', auth: true, unauthorized: true },
    `guest | ${all} | navigate home | notify unauthorized`,
  ],
  [
    'a session that ends during a refresh stays refreshing',
    refreshing,
    { type: 'session-ended', auth: false, unauthorized: false },
    'refreshing | clear profile session expirationDate',
  ],
  [
    'an inactive player is logged out',
    player,
    { type: 'inactive' },
    `guest | logout-remote | ${all} | navigate home | notify inactive`,
  ],
  ['inactivity of a guest changes nothing', guest, { type: 'inactive' }, 'guest'],
  [
    'a failed ping clears profile, session and expiration',
    player,
    { type: 'ping-failed' },
    'guest | clear profile session expirationDate | notify session',
  ],
];

describe('the session state machine (spec §4)', () => {
  it.each(cases)('%s', (_, state, event, expected) => {
    expect(format(state, event)).toBe(expected);
  });

  it('derives the two-factor status from the secret', () => {
    const flag = (gasecret: string) => {
      const [state] = step(guest, { type: 'refreshed', login: { ...login, gasecret } });
      return state.phase === 'player' && state.twoFactor;
    };
    expect([flag(''), flag('*'.repeat(16))]).toEqual([false, true]);
  });

  it('takes names from the profile and keeps the uid of the login', () => {
    const names = { username: 'demo', firstname: 'Deniz', lastname: 'Kaya' };
    const [state] = step(player, { type: 'profile-known', names });
    expect(state).toEqual({ phase: 'player', profile: { uid: 'u', ...names }, twoFactor: false });
  });

  it('is leaving until the router has navigated', () => {
    const [left] = step(player, { type: 'logout-finished', variant: 'home' });
    const [navigated] = step(left, { type: 'navigated' });
    expect([left, navigated]).toEqual([{ phase: 'guest', leaving: true }, { phase: 'guest' }]);
  });
});
