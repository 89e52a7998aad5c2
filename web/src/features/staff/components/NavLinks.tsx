import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { countAt } from '../model/inbox';
import { destinations, groups, type Destination } from '../navigation';
import css from './NavLinks.module.css';

/** The pages that the account may see, in their groups. */
export function NavLinks() {
  const { t } = useTranslation('staff');
  const { somewhere } = useRights();
  return groups.map((group) => {
    const links = destinations.filter(
      (destination) => destination.group === group && somewhere(destination.least),
    );
    if (links.length === 0) return null;
    return (
      <div key={group} className={css.group}>
        <p className={css.title}>{t(`nav.groups.${group}`)}</p>
        <ul>
          {links.map(({ name, to, icon: Sign }) => (
            <li key={name}>
              <NavLink to={to} end={to === staffPaths.brands.to()} className={css.link}>
                <Sign size={18} aria-hidden="true" />
                {t(`nav.${name}`)}
                <NavCount name={name} />
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

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
