import { toasts } from '@/lib/toast/store';
import type { StaffError } from '../api/error';
import { useErrorText } from './texts';

const readingMs = 5000;

/** Reports the outcome of a change in a toast, for changes without a form that could show it. */
export function useNotify() {
  const text = useErrorText();
  return {
    done: (message: string) => void toasts.show({ kind: 'positive', message, timeout: readingMs }),
    failed: (error: StaffError) =>
      void toasts.show({
        kind: 'negative',
        message: text(error),
        requestId: error.requestId,
        timeout: readingMs * 2,
      }),
  };
}
