import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from '@/components/ui';
import { codeLength } from '@/contracts/constants';
import { useAction } from '@/lib/swr';
import css from './Form.module.css';

export interface CodeStepProps {
  label: string;
  /** Verifies a complete code; resolves to false if it is wrong, rejects with a GatewayError. */
  attempt(code: string): Promise<boolean>;
  onRight(): void;
}

/** Asks for a six-digit code and verifies it as soon as it is complete (spec §5). */
export function CodeStep({ label, attempt, onRight }: CodeStepProps) {
  const { t } = useTranslation('account');
  const place = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const { run, busy, error } = useAction(async (whole: string) => {
    const right = await attempt(whole).finally(() => setCode(''));
    if (!right) return setWrong(true);
    // The inputs are removed; the focus moves to the card that contained them.
    place.current?.closest<HTMLElement>('section')?.focus({ preventScroll: true });
    onRight();
  });
  const change = (next: string) => {
    setCode(next);
    if (next !== '') setWrong(false);
  };
  return (
    <div ref={place} className={css.step}>
      <CodeInput
        length={codeLength}
        value={code}
        onChange={change}
        onComplete={(whole) => void run(whole)}
        label={label}
        busy={busy}
        wrong={wrong}
        focused
      />
      {(wrong || error) && (
        <p className={css.wrong} role="alert">
          {wrong ? t('code.wrong') : error?.message || t('errors:failure')}
        </p>
      )}
    </div>
  );
}
