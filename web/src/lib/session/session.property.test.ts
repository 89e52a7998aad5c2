import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSessionBrowser, type Tab } from '@/testing/sessionBrowser';
import {
  calmDown,
  happening,
  openBrowser,
  perform,
  play,
  sequence,
  type Happening,
} from '@/testing/sessionSequences';
import { createSessionServer } from '@/testing/sessionServer';

const minute = 60_000;

/** Events while sessions end and are restored. Responses are late, but none is lost. */
const renewal = fc.oneof(
  fc.record({ do: fc.constantFrom('end', 'verify', 'page', 'lobby'), tab: fc.nat(1) }),
  fc.record({
    do: fc.constantFrom('handle', 'deliver', 'deliver'),
    tab: fc.constant(0),
    at: fc.nat(5),
  }),
  fc.record({ do: fc.constant('messages'), tab: fc.constant(0) }),
);

it('any sequence of calls in two tabs ends with tabs that agree with each other, with what is stored and with the server', async () => {
  const run = (steps: Happening[]) => play(createSessionServer(), steps);
  await fc.assert(fc.asyncProperty(sequence, run), { numRuns: 300 });
});

it('any sequence of calls in two tabs leaves for the home page after a logout, in both tabs', async () => {
  const short = fc.array(happening, { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(short, fc.nat(1), async (steps, at) => {
      const world = await openBrowser(createSessionServer());
      const { browser } = world;
      await calmDown(browser);
      const tab = browser.tabs[at]!;
      void tab.session.login('player', 'Demo123');
      await calmDown(browser);
      for (const item of browser.tabs) item.open('/profile');
      await calmDown(browser);
      // All events except visits and logins.
      const meanwhile = steps.filter((step) =>
        /handle|foreign|messages|poll|offline|verify/.test(step.do),
      );
      for (const step of meanwhile) await perform(world, step, { step: 0, login: 0, logout: 0 });
      void tab.session.logout();
      expect(tab.path).toBe('/');
      await calmDown(browser);
      expect(browser.tabs.map(({ path }) => path)).toEqual(['/', '/']);
      expect(browser.stored.get('returnUrl')).toBeUndefined();
      expect(await browser.cookieOwner()).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

it('any sequence of calls in two tabs signs nobody in by a refresh or a login that is answered after the logout', async () => {
  for (const late of ['refresh', 'login'] as const) {
    const browser = createSessionBrowser(createSessionServer());
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
      tab.session.login('another', 'Demo123').catch(() => undefined);
    }
    await browser.settle();
    expect(browser.pending.map(({ name }) => name)).toEqual([`user/${late}`]);
    browser.pending[0]!.handle();
    void other.session.logout();
    await calmDown(browser);
    expect(browser.tabs.map((item) => item.session.state().phase)).toEqual(['guest', 'guest']);
    expect(await browser.cookieOwner()).toBeUndefined();
  }
});

it('any sequence of calls in two tabs signs nobody in by a login that was waiting when the player logged out', async () => {
  for (const names of [
    ['login', 'login', 'logout'],
    ['logout', 'login', 'logout', 'page'],
    ['login', 'logout', 'login', 'logout'],
  ]) {
    const steps = names.map((name) => ({ do: name, tab: 0 }));
    await play(createSessionServer(), steps);
  }
});

it('any sequence of calls in two tabs leaves no session of a code that was accepted after its login had ended', async () => {
  const toCode: Happening[] = [
    { do: 'protected-login', tab: 0 },
    { do: 'deliver', tab: 0, at: 2 },
  ];
  const confirm: Happening = { do: 'confirm', tab: 0 };
  const mistype: Happening = { do: 'mistype', tab: 0 };
  const deliver: Happening = { do: 'deliver', tab: 0, at: 2 };
  for (const steps of [
    [mistype, confirm, deliver],
    [confirm, { do: 'refresh', tab: 0 }, deliver],
    [confirm, mistype, { do: 'handle', tab: 0, at: 2 }, { do: 'lose', tab: 0, at: 2 }],
  ])
    await play(createSessionServer(), [...toCode, ...steps]);
});

it('any sequence of calls in two tabs keeps the player in both tabs while either renews the session', async () => {
  const steps = fc.array(renewal, { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (renewals) => {
      const world = await openBrowser(createSessionServer());
      const { tabs, clock, pending } = world.browser;
      await calmDown(world.browser);
      void tabs[0]!.session.login('player', 'Demo123');
      await calmDown(world.browser);
      const phases = tabs.map(({ session }) => {
        const seen = [session.state().phase];
        session.subscribe(() => seen.push(session.state().phase));
        return seen;
      });
      for (const item of renewals) {
        if (item.do !== 'end') await perform(world, item, { step: 0, login: 0, logout: 0 });
        else if (!pending.some(({ name }) => name === 'user/refresh')) {
          // Long enough after the last refresh for another one.
          clock.advance(minute);
          const { hub, session } = tabs[item.tab]!;
          const { epoch } = session.state();
          hub.emit('session-ended', { epoch, auth: false, unauthorized: false });
          await world.browser.settle();
        }
      }
      await calmDown(world.browser);
      expect(phases.flat().filter((phase) => phase !== 'player' && phase !== 'refreshing')).toEqual(
        [],
      );
      expect(phases.map((seen) => seen.at(-1))).toEqual(['player', 'player']);
      expect(tabs.map(({ path }) => path)).not.toContain('/login');
      expect(tabs[1]!.session.epoch()).toBe(tabs[0]!.session.epoch());
    }),
    { numRuns: 200 },
  );
});
