import { useTranslation } from 'react-i18next';
import { everyBrand, type Roles } from '../model/rights';
import css from './Facts.module.css';

/** The roles of an account by brand. */
export function RoleList({ roles }: { roles: Roles }) {
  const { t } = useTranslation('staff');
  return (
    <dl className={css.facts}>
      {Object.entries(roles).map(([brand, role]) => (
        <div key={brand}>
          <dt>{brand === everyBrand ? t('everyBrand') : brand}</dt>
          <dd>{t(`role.${role}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
