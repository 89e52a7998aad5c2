import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from './Page';
import { Preferences } from './Preferences';
import css from './LoginScreen.module.css';

interface LoginScreenProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A page of the console for somebody who is not logged in. */
export function LoginScreen({ title, text, children }: LoginScreenProps) {
  const { t } = useTranslation('staff');
  useTitle(title);
  return (
    <main id="main" tabIndex={-1} className={css.screen}>
      <div className={css.card}>
        <p className={css.product}>
          <Mark />
          {t('product')}
        </p>
        <h1 className={css.title}>{title}</h1>
        {text && <p className={css.text}>{text}</p>}
        {children}
      </div>
      <Preferences />
    </main>
  );
}

/** The sign of the console. */
export function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="18" height="18" rx="5" fill="var(--c-accent)" />
      <path
        d="M13.2 7.2a4 4 0 1 0 0 5.6"
        fill="none"
        stroke="var(--c-on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
