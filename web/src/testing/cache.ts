import { SWRConfig } from 'swr';
import { clearPlayerCache } from '@/lib/swr';

/** Drops every answer that is kept, whoever it is for. */
export function clearCache(): void {
  clearPlayerCache();
  // Lists kept page by page, and what no component has shown yet, are passed over by a filter.
  const { cache } = SWRConfig.defaultValue;
  for (const key of [...cache.keys()]) cache.delete(key);
}
