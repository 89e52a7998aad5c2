import { IconCrown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './Ticker.module.css';

/** The title at the start of the ticker. */
export function TickerTitle() {
  const { t } = useTranslation('lobby');
  return (
    <span className={css.title}>
      <IconCrown size={18} aria-hidden="true" />
      {t('ticker.title')}
    </span>
  );
}
