import { gatewayHub } from '../gateway/site';
import { stored } from '../storage/stored';

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

gatewayHub.on('maintenance', () => {
  if (!maintenance.get()) stored.set(name, true);
});
