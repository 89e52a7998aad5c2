import type { ReactNode } from 'react';
import css from './PlayLayout.module.css';

interface PlayLayoutProps {
  /** What the player is told; shown over the game. */
  notices?: ReactNode;
  children: ReactNode;
}

/** The layout of a running game: the whole window. */
export function PlayLayout({ notices, children }: PlayLayoutProps) {
  return (
    <main id="main" className={css.play} tabIndex={-1}>
      {children}
      <div className={css.notices}>{notices}</div>
    </main>
  );
}
