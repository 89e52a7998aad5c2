import { useId } from 'react';
import css from './Segments.module.css';

export interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChange(value: Value): void;
  /** Shows the label above the choices. */
  showLabel?: boolean;
}

/** A choice of few values, side by side: radio buttons that look like one control. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
  showLabel,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend className={showLabel ? css.legend : 'visually-hidden'}>{label}</legend>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value} className={css.segment}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
