export { createSession } from './engine';
export type { SessionDeps, SessionEngine } from './engine';
export type { LogoutVariant, SessionState } from './machine';
export { trackActivity } from './trackActivity';
export { resolveReturnUrl } from './rules';
export { openSession, siteSession } from './site';
export { useSaveReturnUrl } from './useSaveReturnUrl';
export { usePlayer, useSession } from './useSession';
export type { Player } from './useSession';
