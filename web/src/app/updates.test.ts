import { expect, it, vi } from 'vitest';
import { addBusyCheck } from '@/lib/busy/busy';
import { toasts } from '@/lib/toast/store';
import { startUpdates, type Worker } from './updates';

/** Starts updates with a service worker that dispatches events of the test. */
async function start() {
  const listeners = new Map<string, (event: { isExternal: boolean }) => void>();
  const worker = {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    messageSkipWaiting: vi.fn(),
    register: vi.fn().mockResolvedValue({}),
    update: vi.fn().mockResolvedValue(undefined),
  };
  const reload = vi.fn();
  let now = 0;
  await startUpdates({ worker: worker as unknown as Worker, now: () => now, reload });
  return {
    worker,
    reload,
    wait: (ms: number) => (now += ms),
    /** Sends an event about a version found after the page's start, or with `own` by its start. */
    send: (name: 'waiting' | 'controlling' | 'activated', own?: 'own') =>
      listeners.get(name)?.({ isExternal: !own }),
  };
}

const offered = () => toasts.get().find(({ id }) => id === 'update');
const accept = () => offered()?.action?.run();

it('updates are used at once by a page that has just come from the server', async () => {
  const { worker, reload, send } = await start();
  send('waiting', 'own');
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
  send('controlling', 'own');
  send('activated', 'own');
  await vi.dynamicImportSettled();
  expect(offered()).toBeUndefined();
  expect(reload).not.toHaveBeenCalled();
});

it.each([
  ['found', ['waiting']],
  ['accepted by another tab', ['controlling']],
  ['found by a page of the first visit', ['activated']],
  ['accepted by another tab after the offer', ['waiting', 'controlling']],
] as const)('updates that are %s reload when the player accepts, not before', async (_, events) => {
  const { worker, reload, send } = await start();
  for (const event of events) {
    send(event);
    await vi.dynamicImportSettled();
    await expect.poll(offered).toBeDefined();
  }
  expect(reload).not.toHaveBeenCalled();
  accept();
  expect(reload).toHaveBeenCalledOnce();
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  expect(offered()).toBeUndefined();
});

it('updates wait for the end of a round', async () => {
  const { reload, send } = await start();
  const endRound = addBusyCheck(() => true);
  send('waiting');
  await vi.dynamicImportSettled();
  expect(offered()).toBeUndefined();
  endRound();
  await expect.poll(offered).toBeDefined();
  const endNext = addBusyCheck(() => true);
  expect(offered()).toBeUndefined();
  endNext();
  accept();
  expect(reload).toHaveBeenCalledOnce();
});

it('updates never discard input that began after the offer', async () => {
  const { reload, send } = await start();
  let dirty = false;
  const leave = addBusyCheck(() => dirty);
  send('waiting');
  await expect.poll(offered).toBeDefined();
  dirty = true;
  accept();
  expect(reload).not.toHaveBeenCalled();
  expect(offered()).toBeUndefined();
  leave();
  accept();
  expect(reload).toHaveBeenCalledOnce();
});

it('updates are looked for when the page is shown again, at most once an hour', async () => {
  const { worker, wait } = await start();
  const show = () => document.dispatchEvent(new Event('visibilitychange'));
  show();
  expect(worker.update).not.toHaveBeenCalled();
  wait(3_600_000);
  show();
  show();
  expect(worker.update).toHaveBeenCalledOnce();
});
