import { useState } from 'react';
import { IconExternalLink, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { QrCode } from '@/components/account/QrCode';
import { Button } from '@/components/ui/Button/Button';
import buttons from '@/components/ui/Button/Button.module.css';
import { Badge } from '@/components/ui/Chip/Chip';
import { TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { classes } from '@/components/ui/classes';
import { useUserUserGenerateGa } from '@/contracts/hooks/user';
import type { GeneratedAuthenticator } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { toastSuccess } from '@/lib/toast/store';
import {
  confirmAuthenticator,
  factorType,
  generateAuthenticator,
  refreshFactors,
  removeAuthenticator,
  useAuthenticator,
  useSecondFactor,
  type FactorType,
} from '../api/security';
import { CodeRequest, CodeStep } from './CodeStep';
import css from './Form.module.css';
import authenticatorCss from './Authenticator.module.css';

const tones = { off: 'neutral', ready: 'warning', on: 'positive' } as const;

/** Sets up an authenticator app with a QR code, or removes it. Shows whether logins need it. */
export function Authenticator() {
  const { t } = useTranslation('account');
  const { enabled, error, reload } = useAuthenticator();
  const { type: current } = useSecondFactor();
  const inForce = supports('user/two_auth_type') ? current : factorType.ga;
  const state = stateOf(enabled, inForce);
  return (
    <Panel
      icon={<IconShieldCheck size={22} />}
      title={t('ga.title')}
      text={t(`ga.text.${state ?? 'off'}`)}
      aside={state && <Badge tone={tones[state]}>{t(`ga.state.${state}`)}</Badge>}
    >
      {enabled === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <TextSkeleton lines={2} />
        )
      ) : enabled ? (
        <Removal />
      ) : (
        <Setup />
      )}
    </Panel>
  );
}

/** Returns `ready` for an app that logins do not require, or undefined until both are known. */
function stateOf(enabled?: boolean, inForce?: FactorType): 'off' | 'ready' | 'on' | undefined {
  if (!enabled) return enabled === false ? 'off' : undefined;
  if (inForce === undefined) return undefined;
  return inForce === factorType.ga ? 'on' : 'ready';
}

function Setup() {
  const { t } = useTranslation('account');
  const { type: current } = useSecondFactor();
  const [asking, setAsking] = useState(false);
  const [generated, setGenerated] = useState<GeneratedAuthenticator>();
  const { run, busy } = useUserUserGenerateGa({ onSuccess: setGenerated });
  const done = () => {
    toastSuccess(t('ga.done'));
    setGenerated(undefined);
    void refreshFactors();
  };
  if (generated) {
    return (
      <AuthenticatorSetup
        generated={generated}
        onDone={done}
        onCancel={() => setGenerated(undefined)}
      />
    );
  }
  if (asking) {
    const verify = async (code: string) => {
      const created = await generateAuthenticator(code);
      setGenerated(created);
      return created !== undefined;
    };
    return (
      <CodeRequest
        bySms
        text={t('factor.change.sms')}
        label={t('sms.code')}
        verify={verify}
        onVerified={() => setAsking(false)}
        onCancel={() => setAsking(false)}
      />
    );
  }
  // While the login requires SMS, the platform creates an authenticator only with an SMS code.
  const begin = () => (current === factorType.sms ? setAsking(true) : void run());
  return (
    <Button variant="primary" busy={busy} onClick={begin}>
      {t('ga.begin')}
    </Button>
  );
}

function Removal() {
  const { t } = useTranslation('account');
  const [confirming, setConfirming] = useState(false);
  const done = () => {
    toastSuccess(t('ga.removed'));
    void refreshFactors();
  };
  if (!confirming) {
    return (
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {t('ga.remove')}
      </Button>
    );
  }
  return (
    <div className={css.form}>
      <p className={css.text}>{t('ga.removeText')}</p>
      <CodeStep label={t('ga.code')} verify={removeAuthenticator} onVerified={done} />
      <div className={css.actions}>
        <Button variant="subtle" onClick={() => setConfirming(false)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}

interface AuthenticatorSetupProps {
  generated: GeneratedAuthenticator;
  onDone(): void;
  onCancel(): void;
}

/** Verifies a new authenticator with a code. Shows its secret as a link, a QR code and text. */
function AuthenticatorSetup({ generated, onDone, onCancel }: AuthenticatorSetupProps) {
  const { t } = useTranslation('account');
  return (
    <div className={authenticatorCss.setup}>
      <div className={authenticatorCss.open}>
        <p>{t('ga.openText')}</p>
        <a
          className={classes(buttons.button, buttons.secondary)}
          href={otpauthLink(generated.otpauth)}
        >
          <IconExternalLink size={20} aria-hidden="true" className="rtl-flip" />
          {t('ga.open')}
        </a>
      </div>
      <div className={authenticatorCss.code}>
        <QrCode text={generated.otpauth} label={t('ga.qr')} />
        <div className={authenticatorCss.steps}>
          <p>{t('ga.scan')}</p>
          <p className={authenticatorCss.secret} dir="ltr">
            <code>{generated.secret}</code>
            <CopyButton text={generated.secret} label={t('ga.secret')} />
          </p>
        </div>
      </div>
      <p className={authenticatorCss.confirm}>{t('ga.confirm')}</p>
      <CodeStep label={t('ga.code')} verify={confirmAuthenticator} onVerified={onDone} />
      <Button variant="subtle" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** Returns the address of an authenticator, or undefined if it has any other scheme. */
const otpauthLink = (address: string): string | undefined =>
  /^otpauth:\/\//i.test(address) ? address : undefined;
