import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../classes';
import css from './CodeInput.module.css';

export interface CodeInputProps {
  /** How many digits. */
  length: number;
  value: string;
  onChange(value: string): void;
  /** Called once when the last digit is there. */
  onComplete(code: string): void;
  label: string;
  /** Takes no digit; the focus stays where it is. */
  busy?: boolean;
  /** The last code was wrong: one begins anew in the first box. */
  wrong?: boolean;
  /** Takes the focus when it appears. */
  focused?: boolean;
}

/** One box a digit: accepts paste and the phone's own suggestion, submits by itself. */
export function CodeInput(props: CodeInputProps) {
  const { length, value, onChange, onComplete, label, busy, wrong, focused } = props;
  const { t } = useTranslation('common');
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  useEffect(() => {
    if (wrong) boxes.current[0]?.focus();
  }, [wrong]);

  const put = (at: number, text: string) => {
    const digits = text.replace(/\D/g, '');
    if (digits === '') return;
    const next = (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, length);
    onChange(next);
    boxes.current[Math.min(next.length, length - 1)]?.focus();
    if (next.length === length && value !== next) onComplete(next);
  };

  const key = (at: number) => (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && !busy) {
      event.preventDefault();
      const from = value[at] === undefined ? Math.max(0, at - 1) : at;
      onChange(value.slice(0, from));
      boxes.current[from]?.focus();
    }
    if (event.key === 'ArrowLeft') boxes.current[at - 1]?.focus();
    if (event.key === 'ArrowRight') boxes.current[at + 1]?.focus();
  };

  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (busy) return;
    put(0, event.clipboardData.getData('text'));
  };

  return (
    <div className={classes(css.code, wrong && css.wrong)} role="group" aria-label={label}>
      {Array.from({ length }, (_, at) => (
        <input
          key={at}
          ref={(element) => {
            boxes.current[at] = element;
          }}
          className={css.box}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          aria-label={t('code.digit', { at: at + 1, length })}
          aria-invalid={wrong || undefined}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the code is what the player came for
          autoFocus={focused && at === 0}
          data-autofocus={(focused && at === 0) || undefined}
          readOnly={busy}
          value={value[at] ?? ''}
          onChange={(event) => put(at, event.target.value.replace(value[at] ?? '', ''))}
          onKeyDown={key(at)}
          onPaste={paste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
