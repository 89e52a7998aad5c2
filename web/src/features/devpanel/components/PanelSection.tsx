import { useId, type ReactNode } from 'react';
import { calls } from '@/contracts/calls';
import css from './PanelSection.module.css';
import callInputCss from './CallInput.module.css';

interface PanelSectionProps {
  title: string;
  /** Content at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the panel. */
export function PanelSection({ title, aside, children }: PanelSectionProps) {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h3 className={css.title}>{title}</h3>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** A row of small buttons. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** The error of the mock. */
export function ErrorText({ text }: { text: string }) {
  return text ? (
    <p className={css.error} role="alert">
      {text}
    </p>
  ) : null;
}

interface CallInputProps {
  label: string;
  value: string;
  onChange(call: string): void;
  required?: boolean;
}

/** The pseudo calls of a game page, a round and its loading. Faults apply to them as to a call. */
const gameCalls = ['games/round', 'games/page'];

/** An input for a call name or a pattern such as `casino/*`, with suggestions. */
export function CallInput({ label, value, onChange, required }: CallInputProps) {
  const id = useId();
  return (
    <>
      <input
        className={callInputCss.input}
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
        {[...Object.keys(calls), ...gameCalls].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
