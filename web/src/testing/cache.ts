import { SWRConfig } from 'swr';
import { clearPlayerCache } from '@/lib/swr/cache';

/** Removes every cached response. */
export function clearCache(): void {
  clearPlayerCache();
  // SWR's filters skip paged lists and keys that no component has used.
  const { cache } = SWRConfig.defaultValue;
  for (const key of [...cache.keys()]) cache.delete(key);
}
