import { expect, it } from 'vitest';
import { login } from '@/testing/fixtures';
import { step, type SessionEvent, type SessionState } from './machine';
import type { StoredSessionState } from './storedSession';

const withSecret = { ...login, gasecret: '*'.repeat(16) };
const profile = { uid: 'u', username: 'demo', firstname: '', lastname: '' };

const epoch = 'now';
const other = 'before';
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

/** Formats the result of a step: the phase, whether an epoch begins, and every effect. */
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
const live = { auth: false, unauthorized: false, refreshable: false };
const ended = (over: Partial<Extract<SessionEvent, { type: 'session-ended' }>> = {}) =>
  ({ type: 'session-ended', epoch, ...live, ...over }) as const;
const unauthorized = { auth: true, unauthorized: true };
const logout = (variant: 'home' | 'keep-auth' | 'stay', remote = true) =>
  ({ type: 'logout', variant, remote }) as const;

type Reason = Extract<SessionEvent, { type: 'refresh-failed' }>['reason'];
const refreshed = (at = epoch) => ({ type: 'refreshed', epoch: at, login }) as const;
const refreshFailed = (reason: Reason, at = epoch) =>
  ({ type: 'refresh-failed', epoch: at, reason }) as const;
const loginAccepted = (answer = login, at = epoch) =>
  ({ type: 'login-accepted', epoch: at, login: answer }) as const;
const loginFailed = (reason: Reason, auth = true, at = epoch) =>
  ({ type: 'login-failed', epoch: at, reason, auth }) as const;
const codeAccepted = (at = epoch) => ({ type: 'code-accepted', epoch: at }) as const;
const pingFailed = (refreshable: boolean, at = epoch) =>
  ({ type: 'ping-failed', epoch: at, refreshable }) as const;
const refreshOf = (auth: boolean) => ({ type: 'refresh', auth }) as const;

type Case = [string, SessionState, SessionEvent, string];

const ending = `${all} | logout-remote`;
const end = 'clear profile session expirationDate';
const without = { ...nothing, session: true };
const pending = { logoutPending: true };

const unsent = { ...signedIn, ...pending };
const away = `${leaving2} | ${ending} | notify inactive | ${first} | ${goHome}`;

const startup: Case[] = [
  ['with profile and session', starting, started(signedIn), `player | ${first} | load-player`],
  ['with auth alone refreshes', starting, started(withAuth), `refreshing | ${first} | refresh`],
  ['with a session but no profile', starting, started(without), `guest | ${first} | ${all}`],
  ['with nothing clears everything', starting, started(nothing), `guest | ${first} | ${all}`],
  ['after hours away logs out', starting, started(signedIn, true), away],
  [
    'with an unsent logout restores nothing',
    starting,
    started(unsent),
    `guest | ${ending} | ${first}`,
  ],
];

const expired = refreshFailed('session-expired');
const refresh: Case[] = [
  ['stores the new login', refreshing, refreshed(), `${player2} | ${begin}`],
  ['that is refused clears everything', refreshing, expired, `${guest2} | ${all}`],
  ['that is refused says so', resuming, expired, `${guest2} | ${all} | notify session`],
  ['without network keeps the auth for later', refreshing, refreshFailed('network'), 'guest'],
  ['without auth clears', guest, refreshOf(false), `guest | ${all}`],
  ['of a player does nothing', player, refreshOf(true), 'player'],
  ['that was not asked for does nothing', guest, refreshed(), 'guest'],
];

const complete = `${player2} | ${begin} | navigate return`;
const tenCharacters = { ...login, gasecret: '*'.repeat(10) };
const logins: Case[] = [
  ['without a secret completes and returns', guest, loginAccepted(), complete],
  ['with a secret stores nothing', guest, loginAccepted(withSecret), `code (new epoch) | ${all}`],
  ['with a short secret requires no code', guest, loginAccepted(tenCharacters), complete],
  ['completes with the correct code', code, codeAccepted(), complete],
  ['is not completed by a code alone', guest, codeAccepted(), 'guest | logout-remote'],
  ['is not given up for a refresh', code, refreshOf(true), 'code'],
  ['with a cancelled code ends', code, { type: 'code-cancelled' }, `${guest2} | logout-remote`],
  // If two tabs log in, the later login wins, as on the server.
  ['of another tab', player, loginAccepted(login, other), complete],
  ['that is refused clears', guest, loginFailed('login-failed'), `guest | ${all}`],
  ['of an inactive account', player, loginFailed('inactive-account'), `${guest2} | ${all}`],
  ['of an expired session', guest, loginFailed('session-expired'), 'refreshing | refresh'],
  ['that fails otherwise refreshes', guest, loginFailed('refused'), 'refreshing | refresh'],
  ['that fails otherwise without auth', guest, loginFailed('refused', false), 'guest'],
];

const keepAuth = 'clear profile session ridValue expirationDate | logout-remote';
const tooLong = `${leaving2} | ${ending} | notify inactive | ${goHome}`;
const inactive = { type: 'inactive' } as const;
const logouts: Case[] = [
  ['clears everything and leaves', player, logout('home'), `${leaving2} | ${ending} | ${goHome}`],
  ['keeps auth', player, logout('keep-auth'), `${leaving2} | ${keepAuth} | ${goHome}`],
  ['does not navigate in the variant stay', player, logout('stay'), `${guest2} | ${ending}`],
  ['of an ended session makes no call', player, logout('stay', false), `${guest2} | ${all}`],
  ['of an inactive player says so', player, inactive, tooLong],
  ['of an inactive guest does not happen', guest, inactive, 'guest'],
];

const refreshable = ended({ refreshable: true });
const loggedOut = `${leaving2} | ${ending} | notify unauthorized | ${goHome}`;
const ends: Case[] = [
  ['keeps auth and says so', player, ended(), `${guest2} | ${end} | notify session`],
  ['refreshes if possible', player, refreshable, `resuming (new epoch) | ${end} | refresh`],
  ['of an inactive account clears auth', player, ended({ auth: true }), `${guest2} | ${ending}`],
  ['with unauthorized is a logout', player, ended(unauthorized), loggedOut],
  // No return path remains, although the page waits for the session.
  ['with unauthorized during a refresh is a logout', refreshing, ended(unauthorized), loggedOut],
  ['during a refresh changes nothing', refreshing, ended(), 'refreshing'],
  ['ends a pending login', code, ended(), `${guest2} | logout-remote`],
  ['of a guest changes nothing', guest, ended(), 'guest'],
  ['by a failed ping', player, pingFailed(false), `${guest2} | ${end} | notify session`],
];

const protectedPage = { protectedPage: true };
const notRefreshable = { refreshable: false };
const left = `leaving | ${goHome}`;
const endedByOther = adopted(nothing, protectedPage);
const loggingOut = (stored: StoredSessionState) =>
  adopted({ ...stored, ...pending }, protectedPage);
const tabs: Case[] = [
  ['signs in with the tab that logged in', guest, adopted(signedIn), 'player | load-player'],
  ['signs in with another player', player, adopted(signedIn), 'player | load-player'],
  ['renews its session with the other tab', player, adopted(withAuth), 'resuming | refresh'],
  ['renews it once more for another epoch', resuming, adopted(withAuth), 'resuming | refresh'],
  ['ends with a session renewed just now', player, adopted(withAuth, notRefreshable), 'guest'],
  ['restores nothing by itself', guest, adopted(withAuth), 'guest'],
  ['stays on the page when the renewal failed', resuming, endedByOther, 'guest | notify session'],
  ['leaves a page that needs login after a logout', player, endedByOther, left],
  ['stays on a public page after a logout', player, adopted(nothing), 'guest'],
  ['leaves with a logout while the session is renewed', resuming, loggingOut(withAuth), left],
  ['restores nothing while a logout is pending', player, loggingOut(signedIn), left],
];

const endedBefore = { epoch: other, refreshable: true };
const unauthorizedBefore = { epoch: other, ...unauthorized };
const outdated: Case[] = [
  ['refreshed', guest, refreshed(other), 'guest'],
  ['refreshed during another refresh', refreshing, refreshed(other), 'refreshing'],
  ['refresh-failed', player, refreshFailed('session-expired', other), 'player'],
  ['session-ended', player, ended(endedBefore), 'player'],
  ['unauthorized', player, ended(unauthorizedBefore), 'player'],
  ['ping-failed', player, pingFailed(true, other), 'player'],
  ['login-failed', player, loginFailed('login-failed', true, other), 'player'],
  // The session of the late login ends too.
  ['login-accepted after a logout', guest, loginAccepted(login, other), 'guest | logout-remote'],
  ['code-accepted after a logout', guest, codeAccepted(other), 'guest | logout-remote'],
];

const check = (_: string, state: SessionState, event: SessionEvent, expected: string) =>
  expect(format(state, event)).toBe(expected);

it.each(startup)('a start %s', check);
it.each(refresh)('a refresh %s', check);
it.each(logins)('a login %s', check);
it.each(logouts)('a logout %s', check);
it.each(ends)('the end of a session %s', check);
it.each(tabs)('another tab: %s', check);
it.each(outdated)('the session state machine drops an outdated outcome: %s', check);

it('the machine derives the two-factor status from the secret', () => {
  const flag = (gasecret: string) => {
    const event: SessionEvent = { type: 'refreshed', epoch, login: { ...login, gasecret } };
    const [state] = step(refreshing, event, 'next');
    return state.phase === 'player' && state.twoFactor;
  };
  expect([flag(''), flag('*'.repeat(16))]).toEqual([false, true]);
});

it('the machine takes names from the profile and keeps the uid of the login', () => {
  const names = { username: 'demo', firstname: 'Deniz', lastname: 'Kaya' };
  const [state] = step(player, { type: 'profile-known', epoch, names }, 'next');
  expect(state).toEqual({ ...player, profile: { uid: 'u', ...names } });
  expect(step(player, { type: 'profile-known', epoch: other, names }, 'next')[0]).toBe(player);
});

it('a logout is leaving until the router has navigated', () => {
  const [left] = step(player, logout('home'), 'next');
  const [navigated] = step(left, { type: 'navigated' }, 'later');
  expect([left, navigated]).toEqual([
    { phase: 'guest', leaving: true, epoch: 'next' },
    { phase: 'guest', epoch: 'next' },
  ]);
});
