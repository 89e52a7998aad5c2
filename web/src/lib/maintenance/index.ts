export { announcedStatus, maintenance, useClosedPart } from './flag';
export { revalidateSiteStatus, useSiteStatus } from './status';
export type { SiteStatus } from './status';
