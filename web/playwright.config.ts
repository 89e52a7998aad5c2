import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/**
 * Chromium of the distribution, because the test tools may not download a browser. Its headless
 * shell needs a third less CPU, but not every distribution has it.
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
 * Two tags in the titles. `@phone` marks tests that depend on the viewport. `@all` marks slow tests
 * of parts that rarely change or have other tests. CROUPIER_TESTS=all runs every test on a desktop,
 * and tests with `@phone` on a phone too. By default only the desktop runs, without `@all`.
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
  // These timeouts end tests that hang. They do not measure speed, because the machine may be busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args },
    // Animations are the most expensive part without a GPU. The unit tests cover them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    // A trace takes a snapshot at every step. To debug a failing test, run it with `--trace on`.
    trace: 'off',
    // A service worker's requests bypass a test's routes. Only pwa.spec allows one.
    serviceWorkers: 'block',
  },
  projects: all ? [desktop, phone] : [{ ...desktop, grepInvert: /@all/ }],
});
