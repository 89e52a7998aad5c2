import { useState } from 'react';
import { IconDeviceMobileMessage, IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { CodeInput } from '@/components/ui/CodeInput/CodeInput';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Spinner } from '@/components/ui/Spinner/Spinner';
import { codeLength } from '@/contracts/constants';
import type { SecondFactor } from '@/contracts/types';
import { isGatewayError, type GatewayError } from '@/lib/gateway/error';
import { dueFactors } from '@/lib/session/machine';
import { useSession } from '@/lib/session/useSession';
import { FormError } from './AuthCard';
import { MessageSender } from './MessageSender';
import { useShownError } from '../hooks/useShownError';
import css from './TwoFactorDialog.module.css';

/** Asks for the code of the second factor, from the authenticator or by SMS. */
export function TwoFactorDialog({ onAccepted }: { onAccepted(): void }) {
  const { t } = useTranslation('auth');
  const { state, session } = useSession();
  const factors = state.phase === 'code' ? dueFactors(state.login) : [];
  return (
    <Dialog
      open={state.phase === 'code'}
      onClose={() => session.cancelCode()}
      title={t('code.title')}
      keepOnBackdrop
    >
      {factors.length > 0 && <CodePrompt factors={factors} onAccepted={onAccepted} />}
    </Dialog>
  );
}

interface CodePromptProps {
  /** One of them completes the login. Of two, the player chooses one. */
  factors: readonly SecondFactor[];
  onAccepted(): void;
}

/** Asks for six digits and submits them when complete. After a wrong code it takes another one. */
function CodePrompt({ factors, onAccepted }: CodePromptProps) {
  const { t } = useTranslation('auth');
  const { session } = useSession();
  const [factor, setFactor] = useState<SecondFactor>(
    factors.includes('sms') ? 'sms' : 'authenticator',
  );
  const [code, setCode] = useState('');
  const [step, setStep] = useState<'typing' | 'verifying' | 'wrong'>('typing');
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<GatewayError>();
  const shownError = useShownError(error);
  const other = factors.find((item) => item !== factor);
  const bySms = factor === 'sms';
  const FactorIcon = bySms ? IconDeviceMobileMessage : IconShieldLock;

  const clear = (next: typeof step) => {
    setStep(next);
    setCode('');
    // A new key remounts the inputs, which then take the focus.
    setAttempt((count) => count + 1);
  };
  const send = async (digits: string) => {
    setStep('verifying');
    setError(undefined);
    try {
      if (await session.confirmCode(digits, factor)) return onAccepted();
      clear('wrong');
    } catch (failure) {
      if (!isGatewayError(failure)) throw failure;
      setError(failure);
      clear('typing');
    }
  };
  const change = (next: SecondFactor) => {
    setFactor(next);
    setError(undefined);
    clear('typing');
  };

  return (
    <div className={css.prompt}>
      <span className={css.icon}>
        <FactorIcon size={32} aria-hidden="true" />
      </span>
      <p className={css.text}>{t(bySms ? 'code.textSms' : 'code.text', { length: codeLength })}</p>
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
      <div className={css.actions}>
        {bySms && <MessageSender kind="code" send={() => session.sendCode()} />}
        {other && (
          <Button variant="subtle" fullWidth onClick={() => change(other)}>
            {t(other === 'sms' ? 'code.useSms' : 'code.useApp')}
          </Button>
        )}
        <Button variant="subtle" fullWidth onClick={() => session.cancelCode()}>
          {t('code.cancel')}
        </Button>
      </div>
    </div>
  );
}
