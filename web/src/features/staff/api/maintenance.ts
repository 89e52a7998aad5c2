import type { components } from '@/contracts/staff';
import { closing, type Maintenance, type MaintenanceWindow } from '../model/maintenance';
import { requestOf, type Notice } from '../model/notice';
import { refreshStaff, dataOf, staff } from './client';
import { applyStates } from './events';

type WindowPatch = components['schemas']['WindowPatch'];

const refreshStates = () => refreshStaff('/brands', '/maintenance', '/audit');

/** As dataOf: the client's types turn read-only lists into objects. */
const statesOf = (pending: Parameters<typeof dataOf>[0]) =>
  dataOf(pending) as Promise<unknown> as Promise<readonly Maintenance[]>;

/** Closes a brand, all brands or parts of them; resolves when it is durable. */
export async function close(notice: Notice): Promise<void> {
  const params = { path: { brand: notice.brand } };
  const request = requestOf(notice);
  if (request.kind === 'switch') {
    applyStates(await statesOf(staff.PUT('/maintenance/{brand}', { params, body: request.body })));
  } else {
    await dataOf(staff.POST('/maintenance/{brand}/windows', { params, body: request.body }));
  }
  await refreshStates();
}

/** Turns a manual switch off: that of the whole site, or that of some parts. */
export async function switchOff(brand: string, names: readonly string[]): Promise<void> {
  const body = { on: false, ...closing(names) };
  const params = { path: { brand } };
  applyStates(await statesOf(staff.PUT('/maintenance/{brand}', { params, body })));
  await refreshStates();
}

/** Changes fields of a window; rejects with the status 412 when it has changed since `version`. */
export async function changeWindow(
  { brand, id, version }: Pick<MaintenanceWindow, 'brand' | 'id' | 'version'>,
  patch: WindowPatch,
): Promise<void> {
  const header = { 'If-Match': `"${version}"` };
  const params = { path: { brand, id }, header };
  await dataOf(staff.PATCH('/maintenance/{brand}/windows/{id}', { params, body: patch }));
  await refreshStates();
}

/** Reads a window as it is now; undefined when it has gone. `brand` is one for which it holds. */
export async function readWindow(
  brand: string,
  id: string,
): Promise<MaintenanceWindow | undefined> {
  const params = { path: { brand } };
  const state = await dataOf(staff.GET('/maintenance/{brand}', { params }));
  const windows = state.windows as unknown as readonly MaintenanceWindow[];
  return windows.find((window) => window.id === id);
}

/** Ends a window now, or withdraws a scheduled one. */
export async function endWindow({ brand, id }: MaintenanceWindow): Promise<void> {
  const params = { path: { brand, id } };
  await dataOf(staff.POST('/maintenance/{brand}/windows/{id}/end', { params }));
  await refreshStates();
}

/** Makes a link that lets a tester in; its address is in this answer only. */
export async function addBypassLink(brand: string) {
  const params = { path: { brand } };
  const link = await dataOf(staff.POST('/maintenance/{brand}/bypass-links', { params }));
  await refreshStaff('/maintenance/{brand}/bypass-links');
  return link;
}

/** Revokes a link on every instance. */
export async function revokeBypassLink(brand: string, id: string): Promise<void> {
  const params = { path: { brand, id } };
  await dataOf(staff.DELETE('/maintenance/{brand}/bypass-links/{id}', { params }));
  await refreshStaff('/maintenance/{brand}/bypass-links');
}

export type Override = components['schemas']['Override'];

/** Forces the breakers between a brand and an upstream open or closed, or lets them decide. */
export async function setOverride(brand: string, upstream: string, override: Override) {
  const params = { path: { brand, upstream, override } };
  await dataOf(staff.POST('/breakers/{brand}/{upstream}/{override}', { params }));
  await refreshStaff('/brands', '/inbox', '/audit');
}

/** What is purged: without a brand of every brand, without a class or call everything. */
interface PurgeScope {
  brand?: string;
  class?: string;
  call?: string;
}

/** Drops cached responses on every instance; resolves with the number dropped on the one that answered. */
export async function purge(body: PurgeScope): Promise<number> {
  const { dropped } = await dataOf(staff.POST('/cache/purge', { body }));
  return dropped;
}
