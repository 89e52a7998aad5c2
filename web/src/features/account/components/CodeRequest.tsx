import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Spinner } from '@/components/ui/Spinner/Spinner';
import { useAction } from '@/lib/swr/useAction';
import { sendSmsCode } from '../api/security';
import { CodeStep, type CodeStepProps } from './CodeStep';
import css from './Form.module.css';

export interface CodeRequestProps extends CodeStepProps {
  /** Why the code is asked for. */
  text: string;
  /** The code is sent to the player's phone first, and again on request. */
  bySms: boolean;
  onCancel(): void;
}

/** Asks for a code of the authenticator, or for one that it sends to the phone. */
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
