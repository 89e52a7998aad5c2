import { useTranslation } from 'react-i18next';
import { ConnectionState } from './ConnectionState';
import { Mark } from './Mark';
import css from './TopBar.module.css';

/** The line above every page: the connection, and on phones the product's name. */
export function TopBar() {
  const { t } = useTranslation('staff');
  return (
    <header className={css.bar}>
      <p className={css.product}>
        <Mark />
        {t('product')}
      </p>
      <ConnectionState />
    </header>
  );
}
