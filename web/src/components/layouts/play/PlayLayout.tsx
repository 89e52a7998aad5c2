import type { ReactNode } from 'react';
import css from './PlayLayout.module.css';

/** The layout of a running game: the whole window. */
export function PlayLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={css.play} tabIndex={-1}>
      {children}
    </main>
  );
}
