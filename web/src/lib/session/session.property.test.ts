import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionBrowser, type SessionBrowser, type Tab } from '@/testing/sessionBrowser';
import { readStoredSession } from './storedSession';

const minute = 60_000;

/** One thing that happens in a browser with two tabs. `at` selects one of several, such as a pending call. */
const happening = fc.oneof(
  fc.record({
    do: fc.constantFrom('login', 'logout', 'refresh', 'verify', 'activity'),
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
type Happening = { do: string; tab: number; at?: number };

/** What the test knows of a run: when the last login and the last logout began. */
interface History {
  step: number;
  login: number;
  logout: number;
}

const ignore = () => undefined;
const isPlayer = (tab: Tab) => tab.session.state().phase === 'player';

async function perform(browser: SessionBrowser, it: Happening, history: History): Promise<void> {
  const tab = browser.tabs[it.tab]!;
  const { session } = tab;
  const call = browser.pending[(it.at ?? 0) % Math.max(1, browser.pending.length)];
  switch (it.do) {
    case 'login':
      history.login = history.step;
      session.login(`player-${it.tab}`, 'Demo123').catch(ignore);
      break;
    case 'logout':
      history.logout = history.step;
      session.logout().catch(ignore);
      expect(isPlayer(tab), 'a logout takes effect at once').toBe(false);
      expect(browser.stored.get('returnUrl')).toBeUndefined();
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
      tab.open(it.do === 'page' ? '/profile' : '/slot');
      break;
    case 'handle':
    case 'deliver':
    case 'lose':
      call?.[it.do]();
      break;
    case 'foreign':
    case 'foreign-unauthorized':
    case 'foreign-refused': {
      const now = session.epoch();
      const before = session.state();
      const epoch = tab.epochs[(it.at ?? 0) % Math.max(1, tab.epochs.length)] ?? 'unknown';
      if (epoch === now) break;
      const unauthorized = it.do === 'foreign-unauthorized';
      tab.hub.emit('session-ended', { epoch, auth: it.do !== 'foreign', unauthorized });
      expect(session.state(), 'an answer of another epoch changes nothing').toBe(before);
      break;
    }
    case 'expire':
      browser.expire();
      break;
    case 'offline':
    case 'online':
      browser.online = it.do === 'online';
      if (browser.online) session.online();
      break;
    case 'messages':
      browser.deliverMessages();
      break;
    case 'poll':
      browser.clock.advance(5_000);
      break;
    case 'sleep':
      browser.clock.sleep((it.at ?? 0) * minute);
      session.recordActivity();
      break;
  }
  await browser.settle();
}

/** Delivers everything until nothing happens any more. */
async function calmDown(browser: SessionBrowser): Promise<void> {
  browser.online = true;
  for (let round = 0; round < 60; round++) {
    await browser.settle();
    browser.deliverMessages();
    if (browser.pending.length > 0) browser.pending[0]!.deliver();
    else if (browser.stored.get('logoutPending')) browser.clock.advance(60_000);
    else if (round > 40) break;
    else if (round % 10 === 9) for (const tab of browser.tabs) void tab.session.verify();
  }
  await browser.settle();
}

function checkCalm(browser: SessionBrowser, history: History): void {
  const [first, second] = browser.tabs.map((tab) => tab.session.state());
  expect(first!.epoch, 'the tabs agree').toBe(second!.epoch);
  expect(first!.phase, 'the tabs agree').toBe(second!.phase);
  const kept = readStoredSession(browser.stored);
  expect(kept.epoch).toBe(first!.epoch);
  expect(kept.logoutPending).toBe(false);
  if (first!.phase === 'player' && second!.phase === 'player') {
    expect(first!.profile.uid).toBe(second!.profile.uid);
    expect(kept.profile?.uid, 'what is stored is what is shown').toBe(first!.profile.uid);
    expect(browser.cookieOwner(), 'the session is that of the player who is shown').toBe(
      first!.profile.username,
    );
    expect(history.login, 'nobody is signed in after a logout without a login').toBeGreaterThan(
      history.logout,
    );
    return;
  }
  expect(first!.phase).toBe('guest');
  expect(kept.session, 'nothing of a session is stored for a guest').toBe(false);
  if (!kept.auth) expect(browser.cookieOwner(), 'no session is left on the server').toBeUndefined();
}

const run = async (steps: readonly Happening[]) => {
  const browser = createSessionBrowser();
  const history: History = { step: 0, login: -1, logout: -1 };
  for (const { session } of browser.tabs) {
    void session.start();
    await session.startPolling();
  }
  for (const step of steps) {
    history.step++;
    await perform(browser, step, history);
  }
  await calmDown(browser);
  checkCalm(browser, history);
};

describe('any sequence of logins, logouts, refreshes, late and lost answers in two tabs', () => {
  it('ends with tabs that agree with each other, with what is stored and with the server', async () => {
    const sequence = fc.array(happening, { minLength: 1, maxLength: 40 });
    await fc.assert(fc.asyncProperty(sequence, run), { numRuns: 300 });
  });

  it('leaves for the home page after a logout, in both tabs', async () => {
    const sequence = fc.array(happening, { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(sequence, fc.nat(1), async (steps, at) => {
        const browser = createSessionBrowser();
        for (const { session } of browser.tabs) {
          void session.start();
          await session.startPolling();
        }
        await calmDown(browser);
        const tab = browser.tabs[at]!;
        void tab.session.login('player', 'Demo123');
        await calmDown(browser);
        for (const it of browser.tabs) it.open('/profile');
        await calmDown(browser);
        // Whatever happens meanwhile, except what is a visit or a login of its own.
        const meanwhile = steps.filter((it) =>
          /handle|foreign|messages|poll|offline|verify/.test(it.do),
        );
        for (const step of meanwhile)
          await perform(browser, step, { step: 0, login: 0, logout: 0 });
        void tab.session.logout();
        expect(tab.path).toBe('/');
        await calmDown(browser);
        expect(browser.tabs.map(({ path }) => path)).toEqual(['/', '/']);
        expect(browser.stored.get('returnUrl')).toBeUndefined();
        expect(browser.cookieOwner()).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  it('signs nobody in by a refresh or a login that is answered after the logout', async () => {
    for (const late of ['refresh', 'login'] as const) {
      const browser = createSessionBrowser();
      const [tab, other] = browser.tabs as [Tab, Tab];
      for (const { session } of browser.tabs) void session.start();
      await calmDown(browser);
      void tab.session.login('player', 'Demo123');
      await calmDown(browser);
      if (late === 'refresh') {
        tab.hub.emit('session-ended', {
          epoch: tab.session.epoch(),
          auth: false,
          unauthorized: false,
        });
      } else {
        tab.session.login('another', 'Demo123').catch(ignore);
      }
      await browser.settle();
      expect(browser.pending.map(({ name }) => name)).toEqual([`user/${late}`]);
      browser.pending[0]!.handle();
      void other.session.logout();
      await calmDown(browser);
      expect(browser.tabs.map((it) => it.session.state().phase)).toEqual(['guest', 'guest']);
      expect(browser.cookieOwner()).toBeUndefined();
    }
  });
});
