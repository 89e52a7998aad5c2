import './dom';
import './waits';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { gameDetails, runningGame } from '@/components/games/model/runningGame';
import { setBootstrap } from '@/lib/bootstrap/bootstrap';
import { breakDialog } from '@/lib/break/breakDialog';
import { deleteDraftsExcept } from '@/lib/drafts/drafts';
import { eventStreamConnected } from '@/lib/events/connection';
import { gatewayHub } from '@/lib/gateway/site';
import { changeLanguage, startI18n } from '@/lib/i18n/i18n';
import { serverClock } from '@/lib/idempotency/key';
import { announcedStatus, maintenance } from '@/lib/maintenance/flag';
import { pageTouched } from '@/lib/page/page';
import { toasts } from '@/lib/toast/store';
import { testBrand } from './brand';
import { clearCache } from './render';
import { server, takeUnexpected } from './server';
import { waitForIdle, watchRequests } from './waitForIdle';

// Long enough for a busy machine. A wait ends when its condition is met.
configure({ asyncUtilTimeout: 30_000 });

/** Removes a test's subscriptions to the gateway, so its session cannot affect the next tests. */
const unsubscribe: (() => void)[] = [];
const subscribe = gatewayHub.on.bind(gatewayHub);

let releaseToasts = () => undefined as void;

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  watchRequests(server);
  setBootstrap(testBrand);
  // Toasts remain until their test ends. The tests of their store cover the timeouts.
  releaseToasts = toasts.subscribe(() =>
    queueMicrotask(() => toasts.get().forEach(({ id }) => toasts.pause(id))),
  );
  await startI18n('tr');
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  setBootstrap(testBrand);
  vi.spyOn(gatewayHub, 'on').mockImplementation((name, listener) => {
    const end = subscribe(name, listener);
    unsubscribe.push(end);
    return end;
  });
  serverClock.observe(new Date().toUTCString());
});

/** Resets the state of modules and the document, because the files of a worker share them. */
function resetPage() {
  document.body.replaceChildren();
  document.documentElement.dataset.mode = 'dark';
  runningGame.close();
  gameDetails.set(undefined);
  breakDialog.set(false);
  pageTouched.set(false);
  eventStreamConnected.set(false);
  maintenance.clear();
  announcedStatus.set({ result: true });
  deleteDraftsExcept();
  for (const toast of toasts.get()) toasts.dismiss(toast.id);
}

afterEach(async () => {
  cleanup();
  // The mocks of the next test would respond to pending requests.
  await waitForIdle();
  // SWR ends a request with a timer. If a fake clock loses it, the key is never requested again.
  if (vi.isFakeTimers()) {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  }
  unsubscribe.splice(0).forEach((end) => end());
  server.resetHandlers();
  resetPage();
  clearCache();
  await changeLanguage('tr');
  // A request without a mock is an error in the test or in the code.
  const unexpected = takeUnexpected();
  expect(unexpected).toEqual([]);
});

afterAll(() => {
  releaseToasts();
  server.close();
});
