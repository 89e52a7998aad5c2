import type { GatewayError } from '@/lib/gateway/error';

/** The platform's message when a game provider is down; the site shows its own text instead (spec §8). */
const providerDown = 'Internal Server Error';

/** The gateway's `debug` for an answer in which there is nothing to open: no data, or an address that it refuses. */
const nothingToOpen = 'bad upstream answer';

/**
 * Reports whether a failed start has no message for the player: the platform returned no address (`missing`, or an
 * answer that the gateway refuses), the error has no message, or the provider is down.
 */
export const isProviderUnreachable = (error: GatewayError | 'missing'): boolean =>
  error === 'missing' ||
  error.message === '' ||
  error.message === providerDown ||
  error.debug === nothingToOpen;
