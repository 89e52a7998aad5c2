export { closedParts, maintenance, planned } from './flag';
export { revalidateSiteStatus, useSiteStatus } from './status';
export type { SiteStatus } from './status';
