import { useTranslation } from 'react-i18next';
import { CopyButton, QrCode } from '@/components/account';
import { Button } from '@/components/ui';
import type { GeneratedAuthenticator } from '@/contracts/types';
import { confirmAuthenticator } from '../api/security';
import css from './Authenticator.module.css';
import { CodeStep } from './CodeStep';

export interface AuthenticatorSetupProps {
  generated: GeneratedAuthenticator;
  onDone(): void;
  onCancel(): void;
}

/** Shows the secret of a new authenticator as QR code and text and verifies it with a code. */
export function AuthenticatorSetup({ generated, onDone, onCancel }: AuthenticatorSetupProps) {
  const { t } = useTranslation('account');
  return (
    <div className={css.setup}>
      <div className={css.code}>
        <QrCode text={generated.otpauth} label={t('ga.qr')} />
        <div className={css.steps}>
          <p>{t('ga.scan')}</p>
          <p className={css.secret} dir="ltr">
            <code>{generated.secret}</code>
            <CopyButton text={generated.secret} label={t('ga.secret')} />
          </p>
          <p>{t('ga.confirm')}</p>
        </div>
      </div>
      <CodeStep label={t('ga.code')} verify={confirmAuthenticator} onVerified={onDone} />
      <Button variant="subtle" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}
