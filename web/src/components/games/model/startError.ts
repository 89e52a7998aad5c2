import type { GatewayError } from '@/lib/gateway';

/** The platform's message when a game provider is down; the site shows its own text instead (spec §8). */
const providerDown = 'Internal Server Error';

/**
 * Reports whether a failed start has no message for the player: the platform returned no address (`missing`),
 * the error has no message, or the provider is down.
 */
export const isProviderUnreachable = (error: GatewayError | 'missing'): boolean =>
  error === 'missing' || error.message === '' || error.message === providerDown;
