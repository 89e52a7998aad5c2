import { useTranslation } from 'react-i18next';
import { useStaff } from '../api/useStaff';
import { everyBrand, type Role, type Roles } from '../model/rights';
import { Choice } from '@/components/ui/Field/Field';
import css from './RolesField.module.css';

const roles = ['viewer', 'support', 'admin'] as const satisfies readonly Role[];

export interface RolesFieldProps {
  value: Roles;
  onChange(value: Roles): void;
}

/** The role for all brands and, where it differs, for single ones. */
export function RolesField({ value, onChange }: RolesFieldProps) {
  const { t } = useTranslation('staffPages');
  const { t: staff } = useTranslation('staff');
  const brands = useStaff('/brands');
  const places = [
    { id: everyBrand, name: t('everyBrand') },
    ...(brands.data ?? []).map(({ id, name }) => ({ id, name })),
  ];
  const set = (place: string, role: Role | '') => {
    const next = Object.fromEntries(Object.entries(value).filter(([id]) => id !== place));
    onChange(role ? { ...next, [place]: role } : next);
  };
  return (
    <fieldset className={css.roles}>
      <legend>{t('accounts.roles')}</legend>
      {places.map(({ id, name }) => (
        <Choice<Role | ''>
          key={id}
          label={name}
          value={value[id] ?? ''}
          options={[
            { value: '', label: t(id === everyBrand ? 'accounts.noRole' : 'accounts.asAll') },
            ...roles.map((role) => ({ value: role, label: staff(`role.${role}`) })),
          ]}
          onChange={(role) => set(id, role)}
        />
      ))}
    </fieldset>
  );
}
