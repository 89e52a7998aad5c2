import { Workbox } from 'workbox-window';
import { isBusy, subscribeBusy } from '@/lib/busy/busy';
import { i18next, loadNamespace } from '@/lib/i18n/i18n';
import { toasts } from '@/lib/toast/store';

const toastID = 'update';
/** The minimum time between two checks for a new version: milliseconds. */
const lookIntervalMs = 60 * 60 * 1000;

/** The part of workbox-window's Workbox that updates need. */
export type Worker = Pick<
  Workbox,
  'addEventListener' | 'messageSkipWaiting' | 'register' | 'update'
>;

interface UpdateDeps {
  worker: Worker;
  now(): number;
  /** Reloads the page from the server. */
  reload(): void;
}

/**
 * Registers the service worker and offers its updates. The page itself always comes from the
 * server, so a version found at its start concerns only the worker. A later version reloads the
 * page when the player accepts it. The offer waits while a game runs, and unsent input is never
 * discarded. The registration of vite-plugin-pwa would reload every tab, also during a round.
 */
export async function startUpdates({ worker, now, reload }: UpdateDeps): Promise<void> {
  worker.addEventListener('waiting', ({ isExternal }) => {
    if (isExternal) void offer(reload);
    else worker.messageSkipWaiting();
  });
  // Another tab has switched to a version that this page does not have. A page of the first visit
  // has no worker, so it sees only the activation.
  for (const name of ['controlling', 'activated'] as const) {
    worker.addEventListener(name, ({ isExternal }) => {
      if (isExternal) void offer(reload);
    });
  }

  await worker.register();
  // Loaded early, because a release may remove the file.
  void loadNamespace('updates').catch(() => undefined);
  let looked = now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || now() - looked < lookIntervalMs) return;
    looked = now();
    worker.update().catch(() => undefined); // offline, so the next check may succeed
  });
}

/** The newest offer, which the player can accept. */
let apply: (() => void) | undefined;
let stopOffer: (() => void) | undefined;

/** Offers a new version when the page is not busy, and replaces an older offer. */
async function offer(next: () => void): Promise<void> {
  apply = next;
  await loadNamespace('updates');
  stopOffer?.();
  stopOffer = subscribeBusy(show);
  show();
}

function show(): void {
  if (isBusy()) return toasts.dismiss(toastID);
  if (toasts.get().some(({ id }) => id === toastID)) return;
  toasts.show({
    id: toastID,
    kind: 'info',
    message: i18next.t('ready', { ns: 'updates' }),
    timeout: 0,
    action: { label: i18next.t('apply', { ns: 'updates' }), run: accept },
  });
}

function accept(): void {
  toasts.dismiss(toastID);
  if (isBusy()) {
    // The input may have begun after the offer was shown. The offer returns when the form is gone.
    toasts.show({ kind: 'info', message: i18next.t('busy', { ns: 'updates' }), timeout: 5000 });
    return;
  }
  stopOffer?.();
  apply?.();
}

/** The maximum wait for the worker's removal before the reload: milliseconds. */
const leaveMs = 2000;

/**
 * Reloads the page without its worker, which the new page installs again. A load during the
 * replacement of a worker may wait forever.
 */
async function reloadWithoutWorker(): Promise<void> {
  const left = navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.unregister())
    .catch(() => undefined);
  await Promise.race([left, new Promise((resolve) => setTimeout(resolve, leaveMs))]);
  location.reload();
}

/** Starts updates for the site's service worker. Does nothing if the browser has no support. */
export async function startSiteUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/sw.js');
  // The registration fails in private windows of some browsers. The site works without the worker.
  await startUpdates({
    worker,
    now: Date.now,
    reload: () => void reloadWithoutWorker(),
  }).catch(() => undefined);
}
