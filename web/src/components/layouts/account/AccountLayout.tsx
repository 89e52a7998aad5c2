import type { ReactNode } from 'react';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { AccountLinks } from './AccountLinks';
import css from './AccountLayout.module.css';

/** The layout of the account pages: a side menu on wide screens; on phones the drawer contains it. */
export function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.account}>
      <aside className={css.side}>
        <SectionErrors>
          <AccountLinks />
        </SectionErrors>
      </aside>
      <div>{children}</div>
    </div>
  );
}
