import { Suspense, type ReactNode } from 'react';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import css from './AccountLayout.module.css';

const AccountLinks = lazySection(async () => ({
  default: (await import('./AccountLinks')).AccountLinks,
}));

/** The links of the account, which the landing page loads late: its menu is closed. */
export const AccountMenu = () => (
  <SectionErrors>
    <Suspense fallback={null}>
      <AccountLinks />
    </Suspense>
  </SectionErrors>
);

/** The layout of the account pages: a side menu on wide screens; on phones the drawer contains it. */
export function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.account}>
      <aside className={css.side}>
        <AccountMenu />
      </aside>
      <div>{children}</div>
    </div>
  );
}
