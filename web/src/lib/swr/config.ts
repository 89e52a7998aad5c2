import type { SWRConfiguration } from 'swr';
import type { GatewayError } from '../gateway/error';

/** The SWR configuration of the site. The BFF retries reads itself, so only network errors are retried here. */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  dedupingInterval: 5000,
  shouldRetryOnError: (error: GatewayError) => error.reason === 'network',
  errorRetryCount: 3,
};
