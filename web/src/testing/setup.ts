import './dom';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap';
import { changeLanguage, startI18n } from '@/lib/i18n';
import { forgetPlayers } from '@/lib/swr';
import { toasts } from '@/lib/toast';
import { testBrand } from './brand';
import { server, takeUnexpected } from './server';

// A busy machine is slow, not wrong: waiting ends when the thing is there, not after this time.
configure({ asyncUtilTimeout: 8000 });

/** Kept before a test may put a clock of its own in place. */
const later = globalThis.setTimeout;

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  setBootstrap(testBrand);
  await startI18n('tr');
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  setBootstrap(testBrand);
});

afterEach(async () => {
  cleanup();
  server.resetHandlers();
  for (const toast of toasts.list()) toasts.dismiss(toast.id);
  forgetPlayers();
  // Lists kept page by page are passed over by a filter.
  const { cache } = SWRConfig.defaultValue;
  for (const key of [...cache.keys()]) cache.delete(key);
  await changeLanguage('tr');
  // SWR forgets a finished request one turn later; until then it would not ask the same again.
  await new Promise((done) => later(done));
  // A request that no test has asked for is a fault of the test or of the code.
  expect(takeUnexpected()).toEqual([]);
});

afterAll(() => server.close());
