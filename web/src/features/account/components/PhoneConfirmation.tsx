import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/ui';
import { CodeRequest } from './CodeRequest';
import type { CodeStepProps } from './CodeStep';

export interface PhoneConfirmationProps extends Omit<CodeStepProps, 'label'> {
  /** The number in force, which receives the code. */
  phone: string;
  onCancel(): void;
}

/** Asks for a code of the phone in force before it gives way to another one: it receives the codes of the login. */
export function PhoneConfirmation({ phone, onCancel, ...step }: PhoneConfirmationProps) {
  const { t } = useTranslation('account');
  return (
    <Dialog open onClose={onCancel} title={t('contact.confirmTitle')}>
      <CodeRequest
        bySms
        // Isolated: a number reads from left to right in every language.
        text={t('contact.confirmText', { phone: `\u2066${phone}\u2069` })}
        label={t('sms.code')}
        onCancel={onCancel}
        {...step}
      />
    </Dialog>
  );
}
