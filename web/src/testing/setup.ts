import './dom';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap';
import { changeLanguage, startI18n } from '@/lib/i18n';
import { serverClock } from '@/lib/idempotency';
import { toasts } from '@/lib/toast';
import { testBrand } from './brand';
import { clearCache } from './cache';
import { server, takeUnexpected } from './server';
import { waitForIdle, watchRequests } from './waitForIdle';

// Long enough for a busy machine: waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 30_000 });

// Toasts stay until their test ends; their timeouts are tested with their store.
toasts.subscribe(() => queueMicrotask(() => toasts.get().forEach(({ id }) => toasts.pause(id))));

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  watchRequests(server);
  setBootstrap(testBrand);
  await startI18n('tr');
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  setBootstrap(testBrand);
  serverClock.observe(new Date().toUTCString());
});

afterEach(async () => {
  cleanup();
  // Pending requests would be answered by the mocks of the next test.
  await waitForIdle();
  // SWR ends a request with a timer. A fake clock that is removed loses it, and the key is never requested again.
  if (vi.isFakeTimers()) {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  }
  server.resetHandlers();
  for (const toast of toasts.get()) toasts.dismiss(toast.id);
  clearCache();
  await changeLanguage('tr');
  // A request without a mock is an error in the test or in the code.
  expect(takeUnexpected()).toEqual([]);
});

afterAll(() => server.close());
