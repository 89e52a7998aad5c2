import { test as base, expect, type Locator, type Page } from '@playwright/test';

/** The brands of the demo. */
export const brands = ['marmara', 'zephyr', 'pera'] as const;

export type Brand = (typeof brands)[number];

/** Returns the address of a brand's site on a server. Default: the shared server. */
export function site(brand: Brand = 'marmara', server = process.env.CROUPIER_ADDRESS): string {
  return `http://${brand}.localhost:${server?.split(':').at(-1)}`;
}

const isStarted = () =>
  document.querySelector(
    '#root[data-started], #failed:not([hidden]), #unsupported:not([hidden])',
  ) ?? !document.querySelector('html:not([data-page=console]) #root');

/** Gives every test its own mock world. A logged error or an external request fails the test. */
export const test = base.extend<{
  world: string;
  provoked: RegExp | undefined;
  inUse: boolean;
  startsSite: undefined;
}>({
  /** Whether a page starts at once. Otherwise public pages wait for the first use (app/start). */
  inUse: [true, { option: true }],
  startsSite: [
    async ({ context, inUse }, use) => {
      if (inUse)
        await context.addInitScript(() =>
          addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('wheel'))),
        );
      await use(undefined);
    },
    { auto: true },
  ],
  /** Waits after a navigation until the site has replaced the painted page, or has failed. */
  page: async ({ page, inUse, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    if (inUse && javaScriptEnabled !== false)
      page.goto = async (url, options) => {
        const response = await goto(url, options);
        if (options?.waitUntil === 'commit') return response; // the test looks at the painted page
        await page.waitForFunction(isStarted, undefined, { timeout: 5000 }).catch(() => undefined);
        return response;
      };
    await use(page);
  },
  /** The errors that a test causes on purpose, which the page may log. */
  provoked: [undefined, { option: true }],
  world: [
    async ({ context, provoked }, use, info) => {
      const world = `browser-${info.testId.slice(-12)}-${info.project.name}`;
      const faults: string[] = [];
      for (const brand of brands) {
        await context.addCookies([{ name: 'mock_world', value: world, url: site(brand) }]);
      }
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !hostname.endsWith('localhost'))
          faults.push(`external request: ${request.url()}`);
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
      context.on('console', (message) => {
        // The browser logs every 4xx response, including those that the site handles.
        const failedRequest = message.text().startsWith('Failed to load resource');
        if (message.type() !== 'error' || failedRequest) return;
        if (!provoked?.test(message.text())) faults.push(message.text());
      });
      await use(world);
      // Pending requests of the browser would fail when it closes.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a small response of the site, so a test can call the mock before it opens a page. */
export const openOrigin = (page: Page, address = site()) => page.goto(`${address}/healthz`);

/**
 * Logs in a player without the login page. The browser gets the session cookie and the stored
 * values of a login. Open a page of the site afterwards.
 */
export async function logIn(page: Page, username = 'demo', address = site()): Promise<void> {
  await openOrigin(page, address);
  await page.evaluate(async (username) => {
    const response = await fetch('/endpoint/v1', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', panel: 'frontend' },
      body: JSON.stringify({
        api: { class: 'user', method: 'login' },
        data: { username, password: 'Demo123', SiteType: 'desktop' },
      }),
    });
    interface Login {
      result: boolean;
      message: string;
      data: Record<'uid' | 'sid' | 'uip' | 'gtm' | 'username' | 'rid' | 'language', string>;
    }
    const { result, message, data } = (await response.json()) as Login;
    if (!result) throw new Error(`could not log in ${username}: ${message}`);
    const { uid, sid, uip } = data;
    const epoch = crypto.randomUUID();
    const store = (name: string, value: object) =>
      localStorage.setItem(name, JSON.stringify({ ...value, epoch }));
    localStorage.setItem('sessionEpoch', epoch);
    localStorage.removeItem('logoutPending');
    localStorage.setItem('ridValue', data.rid);
    localStorage.setItem('userActivityStartTime', String(Date.now()));
    store('auth', data);
    store('profile', { uid, username: data.username, firstname: '', lastname: '' });
    store('session', { uid, sid, uip, gmt: data.gtm, lang: 'tr' });
  }, username);
}

/** Follows a link of the site without a click, and waits until its page has set its title. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.title = '';
    history.pushState({ idx: history.length }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await page.waitForFunction(() => document.title !== '');
}

export const main = (page: Page): Locator => page.getByRole('main');

/** The balance in the header. */
export const balance = (page: Page): Locator => page.getByRole('banner').getByTestId('balance');

/** A message about a failure. */
export const failure = (page: Page): Locator => page.locator('[data-toast=negative]');

export const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Returns how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Delays the scripts of a page. Returns a function that releases them. */
export async function delayScripts(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Changes the colour mode of the page. */
export const changeMode = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.mode = dataset.mode === 'dark' ? 'light' : 'dark';
  });
