import { useState } from 'react';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Badge, Button, ErrorState, TextSkeleton } from '@/components/ui';
import { useUserUserGenerateGa } from '@/contracts/hooks/user';
import type { GeneratedAuthenticator } from '@/contracts/types';
import { toastSuccess } from '@/lib/toast';
import { clearAuthenticator, refreshFactors, useAuthenticator } from '../api/security';
import { AuthenticatorSetup } from './AuthenticatorSetup';
import { CodeStep } from './CodeStep';
import css from './Form.module.css';

/** Sets up an authenticator app with a QR code, or removes it with a code. */
export function Authenticator() {
  const { t } = useTranslation('account');
  const { on, error, reload } = useAuthenticator();
  return (
    <Panel
      icon={<IconShieldCheck size={22} />}
      title={t('ga.title')}
      text={t('ga.text')}
      aside={
        on !== undefined && (
          <Badge tone={on ? 'positive' : 'neutral'}>{t(on ? 'ga.on' : 'ga.off')}</Badge>
        )
      }
    >
      {on === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <TextSkeleton lines={2} />
        )
      ) : on ? (
        <Removal />
      ) : (
        <Setup />
      )}
    </Panel>
  );
}

function Setup() {
  const { t } = useTranslation('account');
  const [fresh, setFresh] = useState<GeneratedAuthenticator>();
  const { run, busy } = useUserUserGenerateGa({ onSuccess: setFresh });
  const done = () => {
    toastSuccess(t('ga.done'));
    setFresh(undefined);
    void refreshFactors();
  };
  if (!fresh) {
    return (
      <Button variant="primary" busy={busy} onClick={() => void run()}>
        {t('ga.begin')}
      </Button>
    );
  }
  return <AuthenticatorSetup fresh={fresh} onDone={done} onCancel={() => setFresh(undefined)} />;
}

function Removal() {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  const done = () => {
    toastSuccess(t('ga.removed'));
    void refreshFactors();
  };
  if (!asking) {
    return (
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('ga.remove')}
      </Button>
    );
  }
  return (
    <div className={css.form}>
      <p className={css.text}>{t('ga.removeText')}</p>
      <CodeStep label={t('ga.code')} attempt={clearAuthenticator} onRight={done} />
      <div className={css.actions}>
        <Button variant="quiet" onClick={() => setAsking(false)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
