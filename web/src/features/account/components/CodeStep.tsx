import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { CodeInput } from '@/components/ui/CodeInput/CodeInput';
import { Spinner } from '@/components/ui/Spinner/Spinner';
import { codeLength } from '@/contracts/constants';
import { useBusy } from '@/lib/busy/busy';
import { useAction } from '@/lib/swr/useAction';
import { sendSmsCode } from '../api/security';
import css from './Form.module.css';

interface CodeStepProps {
  label: string;
  /** Verifies a complete code. Resolves to false for a wrong code. Rejects with a GatewayError. */
  verify(code: string): Promise<boolean>;
  onVerified(): void;
}

/** Asks for a six-digit code and verifies it as soon as it is complete. */
export function CodeStep({ label, verify, onVerified }: CodeStepProps) {
  const { t } = useTranslation(['account', 'errors']);
  const container = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const { run, busy, error } = useAction(async (completeCode: string) => {
    const accepted = await verify(completeCode).finally(() => setCode(''));
    if (!accepted) return setWrong(true);
    // The inputs are removed, therefore the card that contained them takes the focus.
    container.current?.closest<HTMLElement>('section')?.focus({ preventScroll: true });
    onVerified();
  });
  useBusy(() => code !== '');
  const handleChange = (next: string) => {
    setCode(next);
    if (next !== '') setWrong(false);
  };
  return (
    <div ref={container} className={css.step}>
      <CodeInput
        length={codeLength}
        value={code}
        onChange={handleChange}
        onComplete={(completeCode) => void run(completeCode)}
        label={label}
        busy={busy}
        invalid={wrong}
        initialFocus
      />
      {(wrong || error) && (
        <p className={css.error} role="alert">
          {wrong ? t('code.wrong') : error?.message || t('errors:failure')}
        </p>
      )}
    </div>
  );
}

interface CodeRequestProps extends CodeStepProps {
  /** Explains the request for a code. */
  text: string;
  /** Sends the code to the player's phone first, and again on request. */
  bySms: boolean;
  onCancel(): void;
}

/** Asks for a code from the authenticator, or for a code that it sends to the phone. */
export function CodeRequest({ text, bySms, onCancel, ...step }: CodeRequestProps) {
  const { t } = useTranslation(['account', 'errors']);
  const [expires, setExpires] = useState<number>();
  const { run, busy, error } = useAction(async () => setExpires(await sendSmsCode()));
  const send = useEffectEvent(() => void run());
  useEffect(() => {
    if (bySms) send();
  }, [bySms]);
  const isReady = !bySms || expires !== undefined;
  return (
    <div className={css.form}>
      <p className={css.text}>{text}</p>
      {isReady ? <CodeStep {...step} /> : busy && <Spinner />}
      {error && (
        <p className={css.error} role="alert">
          {error.message || t('errors:failure')}
        </p>
      )}
      <div className={css.actions}>
        {bySms && (
          <Button busy={busy} onClick={() => void run()}>
            {t('sms.resend')}
          </Button>
        )}
        <Button variant="subtle" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
