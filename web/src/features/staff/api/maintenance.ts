import type { components } from '@/contracts/staff';
import { closing, type Maintenance, type MaintenanceWindow } from '../model/maintenance';
import { requestOf, type Notice } from '../model/notice';
import { refreshStaff, dataOf, staff } from './client';
import { applyStates } from './events';

type WindowPatch = components['schemas']['WindowPatch'];

const refreshStates = () => refreshStaff('/brands', '/maintenance', '/audit');

/** Works like dataOf. The client's types turn read-only lists into objects. */
const statesOf = (pending: Parameters<typeof dataOf>[0]) =>
  dataOf(pending) as Promise<unknown> as Promise<readonly Maintenance[]>;

/** Closes a brand, all brands or parts of them. Resolves when the change is durable. */
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

/** Turns off the manual switch of the whole site or of some parts. */
export async function switchOff(brand: string, names: readonly string[]): Promise<void> {
  const body = { on: false, ...closing(names) };
  const params = { path: { brand } };
  applyStates(await statesOf(staff.PUT('/maintenance/{brand}', { params, body })));
  await refreshStates();
}

/** Changes fields of a window. Rejects with status 412 if the window changed since `version`. */
export async function changeWindow(
  { brand, id, version }: Pick<MaintenanceWindow, 'brand' | 'id' | 'version'>,
  patch: WindowPatch,
): Promise<void> {
  const header = { 'If-Match': `"${version}"` };
  const params = { path: { brand, id }, header };
  await dataOf(staff.PATCH('/maintenance/{brand}/windows/{id}', { params, body: patch }));
  await refreshStates();
}

/** Reads a window, or undefined if it no longer exists. `brand` is a brand of the window. */
export async function readWindow(
  brand: string,
  id: string,
): Promise<MaintenanceWindow | undefined> {
  const params = { path: { brand } };
  const state = await dataOf(staff.GET('/maintenance/{brand}', { params }));
  const windows = state.windows as unknown as readonly MaintenanceWindow[];
  return windows.find((window) => window.id === id);
}

/** Ends a window now, or cancels a scheduled one. */
export async function endWindow({ brand, id }: MaintenanceWindow): Promise<void> {
  const params = { path: { brand, id } };
  await dataOf(staff.POST('/maintenance/{brand}/windows/{id}/end', { params }));
  await refreshStates();
}

/** Creates a bypass link for testers. Only this response contains its address. */
export async function addBypassLink(brand: string) {
  const params = { path: { brand } };
  const link = await dataOf(staff.POST('/maintenance/{brand}/bypass-links', { params }));
  await refreshStaff('/maintenance/{brand}/bypass-links');
  return link;
}

/** Revokes a bypass link on every instance. */
export async function revokeBypassLink(brand: string, id: string): Promise<void> {
  const params = { path: { brand, id } };
  await dataOf(staff.DELETE('/maintenance/{brand}/bypass-links/{id}', { params }));
  await refreshStaff('/maintenance/{brand}/bypass-links');
}

export type Override = components['schemas']['Override'];

/** Forces the circuit breakers of a brand's upstream open or closed, or lifts the override. */
export async function setOverride(brand: string, upstream: string, override: Override) {
  const params = { path: { brand, upstream, override } };
  await dataOf(staff.POST('/breakers/{brand}/{upstream}/{override}', { params }));
  await refreshStaff('/brands', '/inbox', '/audit');
}

/** The scope of a purge. A missing brand, class or call does not limit it. */
interface PurgeScope {
  brand?: string;
  class?: string;
  call?: string;
}

/** Drops cached responses on every instance. Resolves with the responding instance's number. */
export async function purge(body: PurgeScope): Promise<number> {
  const { dropped } = await dataOf(staff.POST('/cache/purge', { body }));
  return dropped;
}
