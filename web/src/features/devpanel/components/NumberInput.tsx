import css from './NumberInput.module.css';

export interface NumberInputProps {
  label: string;
  min?: number;
  max: number;
  /** The text of the input; '' for none. */
  value: string;
  onChange(value: string): void;
}

/** A labelled input for a small integer. */
export function NumberInput({ label, min = 0, max, value, onChange }: NumberInputProps) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
