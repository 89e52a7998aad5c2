import type { Page } from '@playwright/test';

const headers = { 'Content-Type': 'application/json', panel: 'frontend' };

/**
 * Sends a request to the mock's control API for the test's world: GET, or POST with `body`. The
 * open page must belong to the site, because it sends the request.
 */
export function control<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([path, init]) => {
      const response = await fetch(`/__mock/${path}`, init);
      if (!response.ok)
        throw new Error(`mock ${path} returned ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    },
    [path, body && { method: 'POST', headers, body: JSON.stringify(body) }] as const,
  );
}

/** Starts a scenario of the world. `happy` ends all others. */
export const scenario = (page: Page, name: string, call?: string) =>
  control(page, 'scenario', { name, call });

/** Makes calls of the world fail with an HTTP status until `repair`. */
export async function fail(page: Page, status: number, ...calls: string[]): Promise<void> {
  for (const call of calls) await control(page, 'fault', { call, kind: 'status', status });
}

/** Ends every fault of the world. */
export const repair = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/__mock/fault', { method: 'DELETE', headers: { panel: 'frontend' } });
  });

/** Moves the clock of the test's world by a duration such as "1m" or to a time. */
export const moveClock = (page: Page, to: { advance: string } | { now: string }) =>
  control<{ clock: string }>(page, 'clock', to);

/** Sets the hour of the world's clock. At 20:00 all live tables are open, at 10:00 only some. */
export async function toHour(page: Page, hour: number): Promise<void> {
  const { clock } = await control<{ clock: string }>(page, 'state');
  await moveClock(page, { now: clock.replace(/T[\d:.]+/, `T${hour}:00:00`) });
}

/** Returns the current code of the player's authenticator. */
export const authenticatorCode = async (page: Page, username: string): Promise<string> =>
  (await control<{ code: string }>(page, `totp?username=${username}`)).code;
