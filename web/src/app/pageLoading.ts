import { createStore } from '@/lib/store/store';
import { useStore } from '@/lib/store/useStore';

/** How many pages are being fetched. */
const loading = createStore(0);

/** Shows the loading bar until the fetch of a page has ended. */
export async function trackPageLoading<T>(task: Promise<T>): Promise<T> {
  loading.set(loading.get() + 1);
  try {
    return await task;
  } finally {
    loading.set(loading.get() - 1);
  }
}

/** Returns whether a page is being fetched. */
export const usePageLoading = (): boolean => useStore(loading) > 0;
