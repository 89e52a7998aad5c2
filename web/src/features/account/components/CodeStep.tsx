import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from '@/components/ui/CodeInput/CodeInput';
import { codeLength } from '@/contracts/constants';
import { useBusy } from '@/lib/busy/useBusy';
import { useAction } from '@/lib/swr/useAction';
import css from './Form.module.css';

export interface CodeStepProps {
  label: string;
  /** Verifies a complete code; resolves to false if it is wrong, rejects with a GatewayError. */
  verify(code: string): Promise<boolean>;
  onVerified(): void;
}

/** Asks for a six-digit code and verifies it as soon as it is complete (spec §5). */
export function CodeStep({ label, verify, onVerified }: CodeStepProps) {
  const { t } = useTranslation(['account', 'errors']);
  const container = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const { run, busy, error } = useAction(async (completeCode: string) => {
    const accepted = await verify(completeCode).finally(() => setCode(''));
    if (!accepted) return setWrong(true);
    // The inputs are removed; the focus moves to the card that contained them.
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
