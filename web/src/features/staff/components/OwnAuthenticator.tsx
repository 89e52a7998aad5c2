import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { removeAuthenticator } from '../api/account';
import { useMe } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { useNotify } from '../hooks/useNotify';
import { AuthenticatorSetup } from './AuthenticatorSetup';
import { CodeField } from './CodeField';
import { ActionError } from './States';
import css from './Form.module.css';

/** Sets one's authenticator up, replaces it or removes it. */
export function OwnAuthenticator() {
  const { t } = useTranslation('staff');
  const { authenticator, authenticator_required: required } = useMe();
  const [step, setStep] = useState<'none' | 'setup' | 'remove'>('none');
  const [code, setCode] = useState('');
  const notify = useNotify();
  const remove = useStaffAction(async (full: string) => {
    await removeAuthenticator(full);
    setStep('none');
    notify.done(t('authenticator.removed'));
  });
  const close = () => setStep('none');

  if (step === 'setup') {
    return (
      <>
        <AuthenticatorSetup
          onDone={() => {
            close();
            notify.done(t('authenticator.done'));
          }}
        />
        <Cancel onClick={close} />
      </>
    );
  }
  if (step === 'remove') {
    return (
      <>
        <CodeField
          value={code}
          onChange={setCode}
          onComplete={(full) => void remove.run(full).then(() => setCode(''))}
          busy={remove.busy}
          invalid={remove.error !== undefined}
        />
        <ActionError error={remove.error} />
        <Cancel onClick={close} />
      </>
    );
  }
  return (
    <>
      <p className={css.dim}>{t(authenticator ? 'authenticator.on' : 'authenticator.off')}</p>
      <div className={css.actions}>
        <Button size="small" onClick={() => setStep('setup')}>
          {t(authenticator ? 'authenticator.replace' : 'authenticator.setUp')}
        </Button>
        {authenticator && !required && (
          <Button size="small" variant="danger" onClick={() => setStep('remove')}>
            {t('authenticator.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

function Cancel({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.actions}>
      <Button size="small" variant="subtle" onClick={onClick}>
        {t('cancel')}
      </Button>
    </div>
  );
}
