import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/**
 * Chromium of the distribution: test tools may download no browser of their own. Its headless shell, which has no
 * window, takes a third less of the processor; not every distribution has it.
 */
const executablePath =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Two tags in the titles: `@phone` for tests that depend on the viewport, and `@all` for slow ones of what changes rarely or
 * is proved elsewhere too. CROUPIER_TESTS=all runs every test on a desktop, and those with `@phone` on a phone. By default
 * only the desktop runs, without `@all`.
 */
const all = process.env.CROUPIER_TESTS === 'all';

const desktop = { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } };

const phone = {
  name: 'phone',
  grep: /@phone/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // A busy machine is slow, not wrong: these end what hangs, and are no measure of anything.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args },
    // Motion costs more than everything else where the processor paints; the unit tests see it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    // A trace takes a snapshot at every step. To find out why a test fails, run it with `--trace on`.
    trace: 'off',
    // A service worker's requests pass by the routes of a test; pwa.spec allows it.
    serviceWorkers: 'block',
  },
  projects: all ? [desktop, phone] : [{ ...desktop, grepInvert: /@all/ }],
});
