import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import css from './AuthCard.module.css';

export interface AuthCardProps {
  title: string;
  text?: string;
  /** Leaves room for fields side by side. */
  wide?: boolean;
  children: ReactNode;
}

/** The card around the login and registration forms, with the brand's slogan beside it on wide screens. */
export function AuthCard({ title, text, wide, children }: AuthCardProps) {
  const { t } = useTranslation('auth');
  const { name, logo } = bootstrap().brand;
  usePageTitle(title);
  return (
    <div className={css.page} data-wide={wide || undefined}>
      <aside className={css.brand}>
        <img className={css.logo} src={logo.mark} alt="" width={72} height={72} />
        <p className={css.slogan}>{t('house.line', { brand: name })}</p>
        <p className={css.note}>{t('house.note', { age: bootstrap().legal.minimumAge })}</p>
      </aside>
      <div className={css.card}>
        <PageTitle>{title}</PageTitle>
        {text && <p className={css.text}>{text}</p>}
        {children}
      </div>
    </div>
  );
}
