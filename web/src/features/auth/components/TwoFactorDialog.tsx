import { useState } from 'react';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, CodeInput, Dialog, Spinner } from '@/components/ui';
import { codeLength } from '@/contracts/constants';
import { isGatewayError, type GatewayError } from '@/lib/gateway';
import { useSession } from '@/lib/session';
import { FormError } from './FormError';
import { useShownError } from '../hooks/useShownError';
import css from './TwoFactorDialog.module.css';

/** Asks for the authenticator's six digits (spec §4); submits them when complete and reports a wrong code. */
export function TwoFactorDialog({ onAccepted }: { onAccepted(): void }) {
  const { t } = useTranslation('auth');
  const { state, session } = useSession();
  const [code, setCode] = useState('');
  const [step, setStep] = useState<'typing' | 'verifying' | 'wrong'>('typing');
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<GatewayError>();
  const shownError = useShownError(error);

  const send = async (digits: string) => {
    setStep('verifying');
    setError(undefined);
    try {
      const accepted = await session.confirmCode(digits);
      if (accepted) return onAccepted();
      setStep('wrong');
    } catch (failure) {
      if (!isGatewayError(failure)) throw failure;
      setError(failure);
      setStep('typing');
    }
    setCode('');
    // A new key remounts the inputs, so that they take the focus again.
    setAttempt((count) => count + 1);
  };

  return (
    <Dialog
      open={state.phase === 'code'}
      onClose={() => session.cancelCode()}
      title={t('code.title')}
    >
      <div className={css.prompt}>
        <span className={css.icon}>
          <IconShieldLock size={32} aria-hidden="true" />
        </span>
        <p className={css.text}>{t('code.text', { length: codeLength })}</p>
        <CodeInput
          key={attempt}
          length={codeLength}
          value={code}
          onChange={(next) => {
            setCode(next);
            if (step === 'wrong' && next !== '') setStep('typing');
          }}
          onComplete={(digits) => void send(digits)}
          label={t('code.label', { length: codeLength })}
          busy={step === 'verifying'}
          invalid={step === 'wrong'}
          initialFocus
        />
        <div className={css.result}>
          {step === 'verifying' && (
            <p className={css.verifying} role="status">
              <Spinner />
              {t('code.asking')}
            </p>
          )}
          {step === 'wrong' && <FormError error={{ message: t('code.wrong') }} />}
          <FormError error={shownError} />
        </div>
        <Button variant="subtle" fullWidth onClick={() => session.cancelCode()}>
          {t('code.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
