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

/** What a step leads to, in one line: the phase, then every effect. */
function told(state: SessionState, event: SessionEvent): string {
  const [next, effects] = step(state, event);
  const words = effects.map((effect) => {
    if (effect.do === 'clear') return `clear ${effect.names.join(' ')}`;
    if (effect.do === 'go') return `go ${effect.to}`;
    if (effect.do === 'tell') return `tell ${effect.what}`;
    return effect.do;
  });
  return [next.phase, ...words].join(' | ');
}

const all = 'clear auth profile session ridValue expirationDate';
const first = 'clear siteUnderMaintenance | check-maintenance';

const cases: [string, SessionState, SessionEvent, string][] = [
  [
    'a start with profile and session restores the session',
    starting,
    { type: 'started', kept: { profile, session: true, auth: true, twoFactor: false } },
    `player | ${first} | load-player`,
  ],
  [
    'a start with auth alone refreshes',
    starting,
    { type: 'started', kept: { session: false, auth: true, twoFactor: false } },
    `refreshing | ${first} | refresh`,
  ],
  [
    'a start with a session but no profile is no session',
    starting,
    { type: 'started', kept: { session: true, auth: false, twoFactor: false } },
    `guest | ${first} | ${all}`,
  ],
  [
    'a start with nothing clears everything',
    starting,
    { type: 'started', kept: { session: false, auth: false, twoFactor: false } },
    `guest | ${first} | ${all}`,
  ],
  [
    'a refresh keeps the new login and loads the player',
    refreshing,
    { type: 'refreshed', login },
    'player | keep-login | stamp | load-player',
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
    { type: 'login-answered', login },
    'player | keep-login | stamp | load-player | go return',
  ],
  [
    'a login with a secret waits for the code and keeps nothing',
    guest,
    { type: 'login-answered', login: withSecret },
    'code',
  ],
  [
    'a secret of ten characters asks for no code',
    guest,
    { type: 'login-answered', login: { ...login, gasecret: '*'.repeat(10) } },
    'player | keep-login | stamp | load-player | go return',
  ],
  [
    'a right code completes the login',
    code,
    { type: 'code-accepted' },
    'player | keep-login | stamp | load-player | go return',
  ],
  ['a code without a pending login does nothing', guest, { type: 'code-accepted' }, 'guest'],
  [
    'an abandoned code ends the pending login',
    code,
    { type: 'code-abandoned' },
    'guest | end-remote',
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
    'any other failed login without auth has nothing to refresh',
    guest,
    { type: 'login-failed', reason: 'refused', auth: false },
    'guest',
  ],
  [
    'a logout clears everything and goes home',
    player,
    { type: 'logout-answered', variant: 'home' },
    `guest | ${all} | go home`,
  ],
  [
    'a logout answered by an expired session counts as one',
    player,
    { type: 'logout-answered', variant: 'home', reason: 'session-expired' },
    `guest | ${all} | go home`,
  ],
  [
    'a logout answered by unauthorized counts as one',
    player,
    { type: 'logout-answered', variant: 'home', reason: 'unauthorized' },
    `guest | ${all} | go home`,
  ],
  [
    'a logout that was not heard changes nothing',
    player,
    { type: 'logout-answered', variant: 'home', reason: 'network' },
    'player',
  ],
  [
    'the second variant keeps auth',
    player,
    { type: 'logout-answered', variant: 'keep-auth' },
    'guest | clear profile session ridValue expirationDate | go home',
  ],
  [
    'the third variant does not navigate',
    player,
    { type: 'logout-answered', variant: 'stay' },
    `guest | ${all}`,
  ],
  [
    'an ended session clears session and profile and keeps auth',
    player,
    { type: 'session-ended', auth: false, unauthorized: false },
    'guest | clear profile session expirationDate | tell session',
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
    `guest | ${all} | go home | tell unauthorized`,
  ],
  [
    'a refused refresh is left to its own answer',
    refreshing,
    { type: 'session-ended', auth: false, unauthorized: false },
    'refreshing | clear profile session expirationDate',
  ],
  [
    'an inactive player is logged out',
    player,
    { type: 'inactive' },
    `guest | end-remote | ${all} | go home | tell inactive`,
  ],
  ['a guest is never inactive', guest, { type: 'inactive' }, 'guest'],
  [
    'a failed ping clears profile, session and expiration',
    player,
    { type: 'ping-failed' },
    'guest | clear profile session expirationDate | tell session',
  ],
];

describe('the session state machine (spec §4)', () => {
  it.each(cases)('%s', (_, state, event, expected) => {
    expect(told(state, event)).toBe(expected);
  });

  it('tells the two-factor status from the secret', () => {
    const flag = (gasecret: string) => {
      const [state] = step(guest, { type: 'refreshed', login: { ...login, gasecret } });
      return state.phase === 'player' && state.twoFactor;
    };
    expect([flag(''), flag('*'.repeat(16))]).toEqual([false, true]);
  });

  it('takes names from the profile but keeps the uid of the login', () => {
    const names = { username: 'demo', firstname: 'Deniz', lastname: 'Kaya' };
    const [state] = step(player, { type: 'profile-known', names });
    expect(state).toEqual({ phase: 'player', profile: { uid: 'u', ...names }, twoFactor: false });
  });

  it('is leaving until the router has arrived', () => {
    const [left] = step(player, { type: 'logout-answered', variant: 'home' });
    const [arrived] = step(left, { type: 'arrived' });
    expect([left, arrived]).toEqual([{ phase: 'guest', leaving: true }, { phase: 'guest' }]);
  });
});
