import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { RequestId } from '@/components/ui/State/State';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import type { FormFailure } from '../hooks/useShownError';
import css from './AuthCard.module.css';

interface AuthCardProps {
  title: string;
  text?: string;
  /** Leaves room for two columns of fields. */
  wide?: boolean;
  children: ReactNode;
}

/** The card around the login and registration forms. Wide screens also show the brand's slogan. */
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

/** Scrolls the error into view: on phones the submit button is far below the top of the form. */
const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** An error of the whole form, which screen readers announce, with the request id for support. */
export function FormError({ error }: { error: FormFailure | undefined }) {
  if (!error) return null;
  return (
    <div ref={scrollIntoView} className={css.error} role="alert">
      <IconAlertCircle size={20} aria-hidden="true" />
      <div>
        <p>{error.message}</p>
        {error.link && (
          <Link className={css.action} to={error.link.to}>
            {error.link.text}
          </Link>
        )}
        {error.requestId && <RequestId id={error.requestId} />}
      </div>
    </div>
  );
}

/** A notice of the step before this form. Screen readers announce it. */
export function FormNotice({ text }: { text: string }) {
  return (
    <div className={css.notice} role="status">
      <IconCircleCheck size={20} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
