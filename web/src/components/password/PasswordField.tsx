import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '@mantine/core';

/** A password field with a button that shows the password. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation('password');
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0 }}
      {...props}
    />
  );
}
