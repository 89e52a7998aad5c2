import type { ReactNode } from 'react';
import css from './Facts.module.css';

export interface FactsProps {
  /** Names and values; a value that is empty or false is left out. */
  facts: readonly (readonly [name: ReactNode, value: ReactNode])[];
}

/** A list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value || value === 0)
        .map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
