import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe('any sequence of logins, logouts, refreshes, late and lost answers in two tabs', () => {
  it('ends with tabs that agree with each other, with what is stored and with the server', async () => {
    const run = (steps: Happening[]) => play(createSessionServer(), steps);
    await fc.assert(fc.asyncProperty(sequence, run), { numRuns: 300 });
  });

  it('leaves for the home page after a logout, in both tabs', async () => {
    const short = fc.array(happening, { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(short, fc.nat(1), async (steps, at) => {
        const world = await openBrowser(createSessionServer());
        const { browser } = world;
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

  it('signs nobody in by a refresh or a login that is answered after the logout', async () => {
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
      expect(browser.tabs.map((it) => it.session.state().phase)).toEqual(['guest', 'guest']);
      expect(await browser.cookieOwner()).toBeUndefined();
    }
  });

  it('signs nobody in by a login that was waiting when the player logged out', async () => {
    for (const names of [
      ['login', 'login', 'logout'],
      ['logout', 'login', 'logout', 'page'],
      ['login', 'logout', 'login', 'logout'],
    ]) {
      const steps = names.map((it) => ({ do: it, tab: 0 }));
      await play(createSessionServer(), steps);
    }
  });
});
