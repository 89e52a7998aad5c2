import { Suspense, type ReactNode } from 'react';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import css from './AccountLayout.module.css';

const AccountLinks = lazySection(async () => ({
  default: (await import('./AccountLinks')).AccountLinks,
}));

/** The links of the account. The landing page loads them late because its menu is closed. */
export const AccountMenu = () => (
  <SectionErrors>
    <Suspense fallback={null}>
      <AccountLinks />
    </Suspense>
  </SectionErrors>
);

/** The layout of the account pages. The side menu of wide screens is in the drawer on phones. */
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
