import css from './NumberInput.module.css';

export interface NumberInputProps {
  label: string;
  min?: number;
  max: number;
  /** As typed; '' for none. */
  value: string;
  onChange(value: string): void;
}

/** A small whole number with its name above. */
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
