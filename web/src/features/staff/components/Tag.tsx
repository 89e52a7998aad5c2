import type { ReactNode } from 'react';
import css from './Tag.module.css';

export type TagTone = 'neutral' | 'info' | 'positive' | 'warning' | 'negative';

/** A short state: a dot and a word, so that the colour says nothing alone. */
export function Tag({ tone = 'neutral', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
