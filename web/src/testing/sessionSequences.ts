import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SessionState } from '@/lib/session/machine';
import { readStoredSession } from '@/lib/session/storedSession';
import {
  createSessionBrowser,
  type PendingCall,
  type SessionBrowser,
  type Tab,
} from './sessionBrowser';
import type { SessionServer } from './sessionServer';

const minute = 60_000;

/** One event in a browser with two tabs. `at` selects one of several, such as a pending call. */
export const happening = fc.oneof(
  fc.record({
    do: fc.constantFrom('login', 'logout', 'refresh', 'verify', 'activity'),
    tab: fc.nat(1),
  }),
  fc.record({
    do: fc.constantFrom('protected-login', 'confirm', 'mistype', 'cancel'),
    tab: fc.nat(1),
  }),
  fc.record({ do: fc.constantFrom('page', 'lobby'), tab: fc.nat(1) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('handle', 'deliver', 'deliver', 'lose'),
      tab: fc.constant(0),
      at: fc.nat(5),
    }),
  },
  fc.record({
    do: fc.constantFrom('foreign', 'foreign-unauthorized', 'foreign-refused'),
    tab: fc.nat(1),
    at: fc.nat(9),
  }),
  fc.record({
    do: fc.constantFrom('expire', 'offline', 'online', 'messages', 'poll'),
    tab: fc.constant(0),
  }),
  fc.record({ do: fc.constant('sleep'), tab: fc.constant(0), at: fc.integer({ min: 1, max: 90 }) }),
);
export type Happening = { do: string; tab: number; at?: number };

/** The steps of the last login and the last logout in a run. */
interface History {
  step: number;
  login: number;
  logout: number;
}

/** A browser and its server. */
interface World {
  browser: SessionBrowser;
  server: SessionServer;
}

const foreign = 'an answer of another epoch changes nothing';
const ignore = () => undefined;
const isPlayer = (tab: Tab) => tab.session.state().phase === 'player';
const isPending = (tab: Tab) => tab.session.state().phase === 'code';

/** Performs an event and waits for its consequences. */
export async function perform(
  { browser, server }: World,
  item: Happening,
  history: History,
): Promise<void> {
  const tab = browser.tabs[item.tab]!;
  const { session } = tab;
  const call = browser.pending[(item.at ?? 0) % Math.max(1, browser.pending.length)];
  switch (item.do) {
    case 'login':
      history.login = history.step;
      session.login(server.players[item.tab]!, 'Demo123').catch(ignore);
      break;
    case 'protected-login':
      history.login = history.step;
      session
        .login(server.protected?.username ?? server.players[item.tab]!, 'Demo123')
        .catch(ignore);
      break;
    case 'confirm':
    case 'mistype':
      session
        .confirmCode(item.do === 'confirm' ? (server.protected?.code ?? '') : '000000')
        .catch(ignore);
      break;
    case 'cancel':
      session.cancelCode();
      break;
    case 'logout':
      history.logout = history.step;
      session.logout().catch(ignore);
      assert(!isPlayer(tab), 'a logout takes effect at once');
      assert.equal(browser.stored.get('returnUrl'), undefined, 'a logout leaves no return address');
      break;
    case 'refresh':
      session.refresh().catch(ignore);
      break;
    case 'verify':
      session.verify().catch(ignore);
      break;
    case 'activity':
      session.recordActivity();
      break;
    case 'page':
    case 'lobby':
      tab.open(item.do === 'page' ? '/profile' : '/slot');
      break;
    case 'handle':
      call?.handle();
      break;
    case 'deliver':
    case 'lose':
      if (call) await answer(browser, call, item.do);
      break;
    case 'foreign':
    case 'foreign-unauthorized':
    case 'foreign-refused': {
      const now = session.epoch();
      const before = session.state();
      const epoch = tab.epochs[(item.at ?? 0) % Math.max(1, tab.epochs.length)] ?? 'unknown';
      if (epoch === now) break;
      const unauthorized = item.do === 'foreign-unauthorized';
      tab.hub.emit('session-ended', { epoch, auth: item.do !== 'foreign', unauthorized });
      assert.equal(session.state(), before, foreign);
      break;
    }
    case 'expire':
      await server.expire();
      break;
    case 'offline':
    case 'online':
      browser.online = item.do === 'online';
      if (browser.online) session.online();
      break;
    case 'messages':
      browser.deliverMessages();
      break;
    case 'poll':
      browser.clock.advance(5_000);
      break;
    case 'sleep':
      browser.clock.sleep((item.at ?? 0) * minute);
      session.recordActivity();
      break;
  }
  await browser.settle();
}

/** Delivers all calls and cancels pending codes until nothing happens any more. */
export async function calmDown(browser: SessionBrowser): Promise<void> {
  browser.online = true;
  for (let round = 0; round < 60; round++) {
    await browser.settle();
    browser.deliverMessages();
    if (browser.pending.length > 0) browser.pending[0]!.deliver();
    else if (browser.stored.get('logoutPending')) browser.clock.advance(60_000);
    else if (browser.tabs.some(isPending))
      for (const tab of browser.tabs.filter(isPending)) tab.session.cancelCode();
    else if (round > 40) break;
    else if (round % 10 === 9) for (const tab of browser.tabs) void tab.session.verify();
  }
  await browser.settle();
}

/** Delivers or loses a response. Responses of another epoch change nothing, except of a login. */
async function answer(
  browser: SessionBrowser,
  call: PendingCall,
  how: 'deliver' | 'lose',
): Promise<void> {
  for (const { session } of browser.tabs) session.sync();
  await browser.settle(); // a tab that has adopted a logout leaves its page
  if (!browser.pending.includes(call)) return; // aborted with the epoch that the tab has left
  const { tab, epoch, name } = call;
  const { shown } = tab;
  const before = tab.session.state();
  call[how]();
  await browser.settle();
  // Offline, a login that waited for this call fails at once.
  if (epoch === before.epoch || name === 'user/login' || !browser.online) return;
  assert.equal(tab.session.state(), before, foreign);
  assert.equal(tab.shown, shown, foreign);
}

/** Checks that the tabs agree with each other, with the storage and with the server. */
async function checkCalm(browser: SessionBrowser, history: History): Promise<void> {
  const [first, second] = browser.tabs.map((tab) => tab.session.state()) as [
    SessionState,
    SessionState,
  ];
  const owner = await browser.cookieOwner();
  const kept = readStoredSession(browser.stored);
  assert.equal(first.epoch, second.epoch, 'the tabs agree');
  assert.equal(first.phase, second.phase, 'the tabs agree');
  assert.equal(kept.epoch, first.epoch, 'what is stored is of the epoch that is shown');
  assert.equal(kept.logoutPending, false, 'every logout has reached the server');
  if (first.phase === 'player' && second.phase === 'player') {
    const { uid, username } = first.profile;
    assert.equal(second.profile.uid, uid, 'the tabs show one player');
    assert.equal(kept.profile?.uid, uid, 'what is stored is what is shown');
    assert.equal(owner?.username, username, 'the session belongs to the shown player');
    assert.equal(second.profile.username, username, 'the names belong to the player');
    for (const { shown } of browser.tabs) {
      if (shown.balance !== undefined)
        assert.equal(shown.balance, owner?.balance, 'the balance belongs to the player');
    }
    assert(history.login > history.logout, 'nobody is signed in after a logout without a login');
    return;
  }
  assert.equal(first.phase, 'guest');
  assert.equal(kept.session, false, 'nothing of a session is stored for a guest');
  for (const { shown } of browser.tabs) assert.deepEqual(shown, {}, 'a guest sees no balance');
  if (!kept.auth) assert.equal(owner, undefined, 'no session is left on the server');
}

/** Opens two tabs in front of a server. */
export async function openBrowser(server: SessionServer): Promise<World> {
  const browser = createSessionBrowser(server);
  for (const { session } of browser.tabs) {
    void session.start();
    await session.startPolling();
  }
  return { browser, server };
}

/** Any sequence of logins, logouts, refreshes, late, lost or foreign responses, and sleeps. */
export const sequence = fc.array(happening, { minLength: 1, maxLength: 40 });

/** Runs a sequence against a server and checks the final state. */
export async function play(server: SessionServer, steps: readonly Happening[]): Promise<void> {
  const world = await openBrowser(server);
  const history: History = { step: 0, login: -1, logout: -1 };
  for (const step of steps) {
    history.step++;
    await perform(world, step, history);
  }
  await calmDown(world.browser);
  await checkCalm(world.browser, history);
}
