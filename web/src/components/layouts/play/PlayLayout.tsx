import type { ReactNode } from 'react';
import css from './PlayLayout.module.css';

interface PlayLayoutProps {
  /** Notices to the player over the game. */
  notices?: ReactNode;
  children: ReactNode;
}

/** The layout of a running game, which fills the window. */
export function PlayLayout({ notices, children }: PlayLayoutProps) {
  return (
    <main id="main" className={css.play} tabIndex={-1}>
      {children}
      <div className={css.notices}>{notices}</div>
    </main>
  );
}
