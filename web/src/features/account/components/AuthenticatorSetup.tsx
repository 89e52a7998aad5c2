import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { QrCode } from '@/components/account/QrCode';
import { Button } from '@/components/ui/Button/Button';
import { classes } from '@/components/ui/classes';
import buttons from '@/components/ui/Button/Button.module.css';
import type { GeneratedAuthenticator } from '@/contracts/types';
import { confirmAuthenticator } from '../api/security';
import css from './Authenticator.module.css';
import { CodeStep } from './CodeStep';

export interface AuthenticatorSetupProps {
  generated: GeneratedAuthenticator;
  onDone(): void;
  onCancel(): void;
}

/**
 * Shows the secret of a new authenticator as a link to the app on this device, as QR code for another, and as text;
 * verifies it with a code.
 */
export function AuthenticatorSetup({ generated, onDone, onCancel }: AuthenticatorSetupProps) {
  const { t } = useTranslation('account');
  return (
    <div className={css.setup}>
      <div className={css.open}>
        <p>{t('ga.openText')}</p>
        <a
          className={classes(buttons.button, buttons.secondary)}
          href={otpauthLink(generated.otpauth)}
        >
          <IconExternalLink size={20} aria-hidden="true" className="rtl-flip" />
          {t('ga.open')}
        </a>
      </div>
      <div className={css.code}>
        <QrCode text={generated.otpauth} label={t('ga.qr')} />
        <div className={css.steps}>
          <p>{t('ga.scan')}</p>
          <p className={css.secret} dir="ltr">
            <code>{generated.secret}</code>
            <CopyButton text={generated.secret} label={t('ga.secret')} />
          </p>
        </div>
      </div>
      <p className={css.confirm}>{t('ga.confirm')}</p>
      <CodeStep label={t('ga.code')} verify={confirmAuthenticator} onVerified={onDone} />
      <Button variant="subtle" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** Returns the address of an authenticator; undefined for one of any other scheme. */
const otpauthLink = (address: string): string | undefined =>
  /^otpauth:\/\//i.test(address) ? address : undefined;
