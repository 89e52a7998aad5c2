import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from '@/components/ui';
import { codeLength } from '@/contracts/constants';
import { useAction } from '@/lib/swr';
import css from './Form.module.css';

export interface CodeStepProps {
  label: string;
  /** Tries a whole code; false when it is wrong. Rejects with a GatewayError. */
  attempt(code: string): Promise<boolean>;
  onRight(): void;
}

/** Asks for a six-digit code and tries it as soon as it is whole (spec §5). */
export function CodeStep({ label, attempt, onRight }: CodeStepProps) {
  const { t } = useTranslation('account');
  const place = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const { run, busy, error } = useAction(async (whole: string) => {
    const right = await attempt(whole).finally(() => setCode(''));
    if (!right) return setWrong(true);
    // The boxes go away; one goes on in the card they stood in.
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
