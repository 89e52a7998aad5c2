import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { mutate } from 'swr';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap';
import { changeLanguage, startI18n } from '@/lib/i18n';
import { toasts } from '@/lib/toast';
import { testBrand } from './brand';
import { server, takeUnexpected } from './server';

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
  await mutate(() => true, undefined, { revalidate: false });
  await changeLanguage('tr');
  // A request that no test has asked for is a fault of the test or of the code.
  expect(takeUnexpected()).toEqual([]);
});

afterAll(() => server.close());
