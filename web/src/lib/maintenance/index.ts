export { announcedStatus, maintenance } from './flag';
export { revalidateSiteStatus, useSiteStatus } from './status';
export type { SiteStatus } from './status';
