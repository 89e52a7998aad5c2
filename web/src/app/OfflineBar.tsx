import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/lib/page/useOnline';
import css from './OfflineBar.module.css';

/** Says that the browser has no network, on every page until it has one. SWR then asks again for what is shown. */
export function OfflineBar() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={css.bar}>
          <IconWifiOff size={18} aria-hidden="true" />
          {t('offline.bar')}
        </p>
      )}
    </div>
  );
}
