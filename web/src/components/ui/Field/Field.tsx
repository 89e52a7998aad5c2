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

/** The properties that connect a control with its label, its hint and its error. */
type Control = Pick<
  InputHTMLAttributes<HTMLElement>,
  'id' | 'className' | 'aria-invalid' | 'aria-describedby'
>;

/** A label, a hint and an error around the control that `children` renders. */
function Labelled(props: Common & { children(control: Control): ReactNode }) {
  const { label, hint, error, children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: css.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
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
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => <input {...rest} {...control} />}
    </Labelled>
  );
}

export type AreaProps = Common & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A field of several lines. */
export function Area({ label, hint, error, ...rest }: AreaProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => <textarea {...rest} {...control} />}
    </Labelled>
  );
}

export interface ChoiceProps<Value extends string> extends Common {
  value: Value;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChange(value: Value): void;
  disabled?: boolean;
}

/** A list to choose one value from. A value without an option appears as it is. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { value, options, onChange, disabled, ...rest } = props;
  return (
    <Labelled {...rest}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.every((option) => option.value !== value) && <option>{value}</option>}
          {options.map((item) => (
            <option key={item.value} value={item.value} disabled={item.disabled}>
              {item.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
