import type { CheckMaintenanceAnswer, ClosedPart, SitePart } from '@/contracts/types';
import { gatewayHub } from '../gateway/site';
import { stored } from '../storage/stored';
import { createStore, useStore } from '../store/store';

const name = 'siteUnderMaintenance';

/** The maintenance flag of spec §4: stored when the server reports maintenance, removed when the site is open. */
export const maintenance = {
  get: (): boolean => stored.get(name) === true,
  subscribe: stored.subscribe,
  /** Removes the flag: the site is open again. */
  clear(): void {
    if (maintenance.get()) stored.remove(name);
  },
};

/** The status as the event stream says: closed parts, and the maintenance that begins within a day. */
export const announcedStatus = createStore<CheckMaintenanceAnswer>({ result: true });

/** Returns a part of the site while it is under maintenance, as the event stream says. */
export const useClosedPart = (part: SitePart): ClosedPart | undefined =>
  useStore(announcedStatus).parts?.find((closedPart) => closedPart.part === part);

gatewayHub.on('maintenance', () => {
  if (!maintenance.get()) stored.set(name, true);
});
