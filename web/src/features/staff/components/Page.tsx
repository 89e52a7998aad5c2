import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/lib/page/usePageTitle';
import css from './Page.module.css';

interface PageProps {
  title: string;
  /** Shown beside the title: a state. */
  beside?: ReactNode;
  /** A line below the title. */
  lead?: ReactNode;
  /** Actions at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the console: its title, its actions and its content. */
export function Page({ title, beside, lead, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.titles}>
          <div className={css.line}>
            <h1 className={css.title}>{title}</h1>
            {beside}
          </div>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Sets the title of a page of the console. */
export function useTitle(title: string): void {
  const { t } = useTranslation('staff');
  usePageTitle(title, t('product'));
}
