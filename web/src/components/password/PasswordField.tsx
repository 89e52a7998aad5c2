import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '@/components/forms';

/** A password that can be looked at. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation('auth');
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      {...props}
    />
  );
}
