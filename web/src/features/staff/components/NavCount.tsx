import { useTranslation } from 'react-i18next';
import { useStaff } from '../api/useStaff';
import { countAt } from '../model/inbox';
import type { Destination } from '../navigation';
import css from './NavLinks.module.css';

const pollIntervalMs = 60_000;

/** How much waits for staff on a page of the navigation; nothing where nothing does. */
export function NavCount({ name }: Pick<Destination, 'name'>) {
  const { t } = useTranslation('staff');
  const count = countAt(name, useStaff('/inbox', {}, { pollIntervalMs }).data);
  if (count === 0) return null;
  return (
    <span className={css.count} aria-label={t('nav.waiting', { count })} role="img">
      {count}
    </span>
  );
}
