import { useId } from 'react';
import { calls } from '@/contracts/calls';
import css from './CallInput.module.css';

export interface CallInputProps {
  label: string;
  value: string;
  onChange(call: string): void;
  required?: boolean;
}

/** The pseudo call of a round on a game page; faults apply to it as to a call. */
const roundCall = 'games/round';

/** An input for a call name or a pattern such as `casino/*`, with the contract's calls as suggestions. */
export function CallInput({ label, value, onChange, required }: CallInputProps) {
  const id = useId();
  return (
    <>
      <input
        className={css.input}
        aria-label={label}
        placeholder={label}
        list={id}
        required={required}
        spellCheck={false}
        autoCapitalize="none"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {[...Object.keys(calls), roundCall].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
