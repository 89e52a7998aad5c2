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

/** Returns the function that says a reason of Croupier (`debug`) in words; those of platforms stay as they are. */
export function useDebugText(): (debug?: string) => string | undefined {
  const { t, i18n } = useTranslation('staffPages');
  return (debug) => {
    const isKnown = i18n.exists(`debug.${debug}`, { ns: 'staffPages', nsSeparator: false });
    return isKnown ? t(`debug.${debug as 'maintenance'}`) : debug;
  };
}
