import type { Page } from '@playwright/test';

const headers = { 'Content-Type': 'application/json', panel: 'frontend' };

/**
 * Sends a request to the mock's control API for the test's world: GET, or POST with `body`. The page sends it,
 * so it must be open at the site.
 */
export function control<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([path, init]) => {
      const response = await fetch(`/__mock/${path}`, init);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    [path, body && { method: 'POST', headers, body: JSON.stringify(body) }] as const,
  );
}

/** Moves the clock of the test's world by a duration such as "1m" or to a time; it keeps running from there. */
export const moveClock = (page: Page, to: { advance: string } | { now: string }) =>
  control<{ clock: string }>(page, 'clock', to);

/** Sets the world's clock to 20:00 of the current day, when every live table has a dealer. */
export const toEvening = (page: Page): Promise<void> => toHour(page, 20);

/** Sets the world's clock to 10:00 of the current day, when a part of the live tables is closed. */
export const toMorning = (page: Page): Promise<void> => toHour(page, 10);

async function toHour(page: Page, hour: number): Promise<void> {
  const { clock } = await control<{ clock: string }>(page, 'state');
  await moveClock(page, { now: clock.replace(/T[\d:.]+/, `T${hour}:00:00`) });
}

/** Returns the current code of the player's authenticator. */
export const authenticatorCode = async (page: Page, username: string): Promise<string> =>
  (await control<{ code: string }>(page, `totp?username=${username}`)).code;
