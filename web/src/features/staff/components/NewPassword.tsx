import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/Field/Field';

/** The shortest password that the API accepts. */
export const minPassword = 10;
const maxPassword = 200;

/** A new password, with its rule. */
export function NewPassword({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('staff');
  return (
    <Field
      label={t('password.new')}
      hint={t('password.rule', { count: minPassword })}
      type="password"
      autoComplete="new-password"
      required
      minLength={minPassword}
      maxLength={maxPassword}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
