import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '@/lib/format/number';
import { classes } from '../classes';
import css from './CodeInput.module.css';

export interface CodeInputProps {
  /** The number of digits. */
  length: number;
  value: string;
  onChange(value: string): void;
  /** Called when the last digit is entered. */
  onComplete(code: string): void;
  label: string;
  /** Ignores input. The focus does not move. */
  busy?: boolean;
  /** The last code was rejected, and the focus moves to the first box. */
  invalid?: boolean;
  /** Takes the focus on mount. */
  initialFocus?: boolean;
}

/**
 * A one-time code with one box per digit. Accepts paste and autofill, and completes by itself.
 * Mantine's PinInput refuses a pasted `12 34-56` and Arabic digits.
 */
export function CodeInput(props: CodeInputProps) {
  const { length, value, onChange, onComplete, label, busy, invalid, initialFocus } = props;
  const { t } = useTranslation('common');
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  useEffect(() => {
    if (invalid) boxes.current[0]?.focus();
  }, [invalid]);

  const insert = (at: number, text: string) => {
    const digits = latinDigits(text).replace(/\D/g, '');
    if (digits === '') return;
    const next = (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, length);
    onChange(next);
    boxes.current[Math.min(at + digits.length, next.length, length - 1)]?.focus();
    if (next.length === length && value !== next) onComplete(next);
  };

  const remove = (at: number) => {
    onChange(value.slice(0, at) + value.slice(at + 1));
    boxes.current[at]?.focus();
  };

  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if ((event.key === 'Backspace' || event.key === 'Delete') && !busy) {
      event.preventDefault();
      const isBefore = event.key === 'Backspace' && value[at] === undefined;
      remove(isBefore ? Math.max(0, at - 1) : at);
    }
    if (event.key === 'ArrowLeft') boxes.current[at - 1]?.focus();
    if (event.key === 'ArrowRight') boxes.current[at + 1]?.focus();
  };

  const read = (at: number, text: string) => {
    if (text === '') remove(at);
    else if (text.length >= length) insert(0, text);
    else insert(at, text.length > 1 ? text.replace(value[at] ?? '', '') : text);
  };

  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (busy) return;
    insert(0, event.clipboardData.getData('text'));
  };

  return (
    <div className={classes(css.code, invalid && css.invalid)} role="group" aria-label={label}>
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
          aria-invalid={invalid || undefined}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- entering the code is the purpose of the step
          autoFocus={initialFocus && at === 0}
          data-autofocus={(initialFocus && at === 0) || undefined}
          readOnly={busy}
          value={value[at] ?? ''}
          // React does not call onChange when the player retypes the same digit.
          onInput={(event) => read(at, event.currentTarget.value)}
          onKeyDown={onKeyDown(at)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
