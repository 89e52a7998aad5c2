import type { CheckMaintenanceAnswer, ClosedPart, SitePart } from '@/contracts/types';
import { gatewayHub } from '../gateway/site';
import { stored } from '../storage/stored';
import { createStore, useStore } from '../store/store';

const name = 'siteUnderMaintenance';

/** The maintenance flag, which is stored while the server reports maintenance. */
export const maintenance = {
  get: (): boolean => stored.get(name) === true,
  subscribe: stored.subscribe,
  /** Removes the flag when the site is open again. */
  clear(): void {
    if (maintenance.get()) stored.remove(name);
  },
};

/** The status from the event stream, with closed parts and maintenance within the next day. */
export const announcedStatus = createStore<CheckMaintenanceAnswer>({ result: true });

/** Returns the closed part, or undefined unless the event stream reports its maintenance. */
export const useClosedPart = (part: SitePart): ClosedPart | undefined =>
  useStore(announcedStatus).parts?.find((closedPart) => closedPart.part === part);

gatewayHub.on('maintenance', () => {
  if (!maintenance.get()) stored.set(name, true);
});
