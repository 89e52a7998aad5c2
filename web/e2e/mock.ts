import type { Page } from '@playwright/test';

const headers = { 'Content-Type': 'application/json', panel: 'frontend' };

/**
 * Asks the mock's control surface in the test's own world, or with `body` changes it. The page itself
 * asks, so it must be at the site.
 */
export function control<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([path, init]) => {
      const answer = await fetch(`/__mock/${path}`, init);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    [path, body && { method: 'POST', headers, body: JSON.stringify(body) }] as const,
  );
}

/** Moves the clock of the test's world, which runs on from there: by a span such as "1m", or to a time. */
export const moveClock = (page: Page, to: { advance: string } | { now: string }) =>
  control<{ clock: string }>(page, 'clock', to);

/** Winds the world's clock to eight in the evening of this day: every live table has a dealer then. */
export async function toEvening(page: Page): Promise<void> {
  const { clock } = await control<{ clock: string }>(page, 'state');
  await moveClock(page, { now: clock.replace(/T[\d:.]+/, 'T20:00:00') });
}

/** What the player's authenticator shows now. */
export const authenticatorCode = async (page: Page, username: string): Promise<string> =>
  (await control<{ code: string }>(page, `totp?username=${username}`)).code;
