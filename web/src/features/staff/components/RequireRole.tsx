import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../model/rights';
import { useRights } from '../api/useLogin';
import { NoRight } from './States';

/** Renders a page for accounts with at least a role for one brand or more. */
export function RequireRole({ least, children }: { least: Role; children: ReactNode }) {
  const { t } = useTranslation('staff');
  if (useRights().somewhere(least)) return children;
  return <NoRight text={t('noRight.role', { role: t(`role.${least}`) })} />;
}
