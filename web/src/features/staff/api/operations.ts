import type { components } from '@/contracts/staff';
import { refreshStaff } from './cache';
import { dataOf, staff } from './client';

export type Override = components['schemas']['Override'];

/** Forces the breakers between a brand and an upstream open or closed, or lets them decide. */
export async function setOverride(brand: string, upstream: string, override: Override) {
  const params = { path: { brand, upstream, override } };
  await dataOf(staff.POST('/breakers/{brand}/{upstream}/{override}', { params }));
  await refreshStaff('/brands', '/inbox', '/audit');
}

/** What is purged: without a brand of every brand, without a class or call everything. */
export interface PurgeScope {
  brand?: string;
  class?: string;
  call?: string;
}

/** Drops cached responses on every instance; resolves with the number dropped on the one that answered. */
export async function purge(body: PurgeScope): Promise<number> {
  const { dropped } = await dataOf(staff.POST('/cache/purge', { body }));
  return dropped;
}
