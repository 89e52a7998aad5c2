export { revalidateSiteStatus, useSiteStatus } from './status';
export type { SiteStatus } from './status';
import { gatewayHub } from '../gateway';
import { stored } from '../storage';

const listeners = new Set<() => void>();
const set = (on: boolean) => {
  if ((stored.get('siteUnderMaintenance') === true) === on) return;
  if (on) stored.set('siteUnderMaintenance', true);
  else stored.remove('siteUnderMaintenance');
  listeners.forEach((listener) => listener());
};

gatewayHub.on('maintenance', () => set(true));

/** The maintenance flag of spec §4: stored when the server says so, cleared when it is open again. */
export const maintenance = {
  isOn: (): boolean => stored.get('siteUnderMaintenance') === true,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The site is open again. */
  clear: (): void => set(false),
};
