import { Workbox } from 'workbox-window';
import { isBusy, subscribeBusy } from '@/lib/busy/busy';
import { i18next, loadNamespace } from '@/lib/i18n/i18n';
import { toasts } from '@/lib/toast/store';

const toastID = 'update';
/** The least time between two looks for a new version: milliseconds. */
const lookIntervalMs = 60 * 60 * 1000;

/** The part of workbox-window's Workbox that updates need. */
export type Worker = Pick<
  Workbox,
  'addEventListener' | 'messageSkipWaiting' | 'register' | 'update'
>;

interface UpdateDeps {
  worker: Worker;
  now(): number;
  /** Loads the page again, from the server. */
  reload(): void;
}

/**
 * Registers the service worker and offers its updates. A page comes from the server, never from the worker, so that
 * what its own start finds is for the worker alone; what is found later is newer than the page, which is replaced after
 * the player accepts it. The offer is withheld while a game runs; unsent input is never discarded.
 */
export async function startUpdates({ worker, now, reload }: UpdateDeps): Promise<void> {
  worker.addEventListener('waiting', ({ isExternal }) => {
    if (isExternal) void offer(reload);
    else worker.messageSkipWaiting();
  });
  // Another tab has begun to use a version that this page does not have.
  worker.addEventListener('controlling', ({ isExternal }) => {
    if (isExternal) void offer(reload);
  });

  await worker.register();
  // Not when they are needed: a release may remove the file.
  void loadNamespace('updates').catch(() => undefined);
  let looked = now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || now() - looked < lookIntervalMs) return;
    looked = now();
    worker.update().catch(() => undefined); // offline: the next look may succeed
  });
}

/** What the player accepts: the newest offer. */
let apply: (() => void) | undefined;
let stopOffer: (() => void) | undefined;

/** Shows the offer of a new version whenever the page is not busy, in place of an older offer. */
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
    // Input may have begun after the offer was shown. The offer returns when the form is gone.
    toasts.show({ kind: 'info', message: i18next.t('busy', { ns: 'updates' }), timeout: 5000 });
    return;
  }
  stopOffer?.();
  apply?.();
}

/** The time that the worker has for leaving before the page is loaded again regardless: milliseconds. */
const leaveMs = 2000;

/**
 * Loads the page again without its worker, which the new page installs anew. A load that meets a worker in the moment
 * of its replacement can wait for ever.
 */
async function reloadWithoutWorker(): Promise<void> {
  const left = navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.unregister())
    .catch(() => undefined);
  await Promise.race([left, new Promise((resolve) => setTimeout(resolve, leaveMs))]);
  location.reload();
}

/** Starts updates for the site's own service worker; without support for one it does nothing. */
export async function startSiteUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/sw.js');
  // Registration fails in private windows of some browsers: the site works without the worker.
  await startUpdates({
    worker,
    now: Date.now,
    reload: () => void reloadWithoutWorker(),
  }).catch(() => undefined);
}
