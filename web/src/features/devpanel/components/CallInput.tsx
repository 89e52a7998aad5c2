import { useId } from 'react';
import { calls } from '@/contracts/calls';
import css from './CallInput.module.css';

export interface CallInputProps {
  label: string;
  value: string;
  onChange(call: string): void;
  required?: boolean;
}

/** What the mock calls a round at a game's page, which can be bent like a call. */
const round = 'games/round';

/** A call by name, or a pattern of calls such as `casino/*`; offers the contract's. */
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
        {[...Object.keys(calls), round].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
