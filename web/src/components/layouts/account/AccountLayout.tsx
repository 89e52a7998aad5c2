import type { ReactNode } from 'react';
import { AccountLinks } from './AccountLinks';
import css from './AccountLayout.module.css';

/** The frame of a player's own pages: side menu at a desk; on a phone the drawer has it. */
export function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.account}>
      <aside className={css.side}>
        <AccountLinks />
      </aside>
      <div>{children}</div>
    </div>
  );
}
