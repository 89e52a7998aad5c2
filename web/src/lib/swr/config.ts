import type { SWRConfiguration } from 'swr';
import type { GatewayError } from '../gateway/error';

/** SWR's rules for the whole site. The BFF retries reads itself; a refusal does not change by asking again. */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  dedupingInterval: 5000,
  shouldRetryOnError: (error: GatewayError) => error.reason === 'network',
  errorRetryCount: 3,
};
