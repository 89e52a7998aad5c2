import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
} from 'react';
import css from './Field.module.css';

interface Common {
  label: ReactNode;
  hint?: ReactNode;
  /** The reason why the value was refused. */
  error?: string;
}

/** Returns the properties that connect a control with its hint and its error. */
function useDescription({ hint, error }: Common) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  };
}

function Labelled({
  id,
  label,
  hint,
  error,
  children,
}: Common & { id: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export type FieldProps = Common & InputHTMLAttributes<HTMLInputElement>;

/** A text field with its label, its hint and its error. */
export function Field({ label, hint, error, ...rest }: FieldProps) {
  const { id, control } = useDescription({ label, hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input {...rest} {...control} className={css.control} />
    </Labelled>
  );
}

export type AreaProps = Common & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A field of several lines. */
export function Area({ label, hint, error, ...rest }: AreaProps) {
  const { id, control } = useDescription({ label, hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea {...rest} {...control} className={css.control} />
    </Labelled>
  );
}

export interface ChoiceProps<Value extends string> extends Common {
  value: Value;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChange(value: Value): void;
}

/** A list to choose one value from. A value without an option appears as it is. */
export function Choice<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  const { id, control } = useDescription({ label, hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        {...control}
        className={css.control}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.every((option) => option.value !== value) && <option>{value}</option>}
        {options.map((item) => (
          <option key={item.value} value={item.value} disabled={item.disabled}>
            {item.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
