import { useTranslation } from 'react-i18next';
import type { StaffError } from '../api/error';

/** Returns the function that says in words why a request failed. */
export function useErrorText(): (error: StaffError) => string {
  const { t } = useTranslation('staff');
  return (error) => {
    if (error.status === 0) return t('failed.offlineText');
    if (error.status === 403 && !error.message) return t('noRight.text');
    return error.message || t('failed.text', { status: error.status });
  };
}
