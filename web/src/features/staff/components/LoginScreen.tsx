import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../hooks/useTitle';
import { Mark } from './Mark';
import { Preferences } from './Preferences';
import css from './LoginScreen.module.css';

export interface LoginScreenProps {
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
