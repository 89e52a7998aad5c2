import { IconChevronDown } from '@tabler/icons-react';
import css from './Select.module.css';

export interface SelectProps {
  /** The accessible name. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

/** A native select as a chip, for pages without Mantine. A value with no option yet shows '…'. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label className={css.select}>
      <span className="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.every((option) => option.value !== value) && <option value={value}>…</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} className={css.icon} aria-hidden="true" />
    </label>
  );
}
