import type { ReactNode } from 'react';
import { IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui';
import { bootstrap } from '@/lib/bootstrap';
import { useFormat } from '@/lib/format';
import { useColorMode } from '@/lib/theme';
import css from './MaintenanceScreen.module.css';

export interface MaintenanceScreenProps {
  /** The house's own words; '' shows the site's. */
  message: string;
  /** When it should be over: milliseconds since 1970, undefined when nobody knows. */
  until?: number;
  /** Above everything: what this page is, where it is only shown. */
  banner?: ReactNode;
  /** Below the words: what the page does by itself, and a way to hurry it. */
  children?: ReactNode;
}

/** What players see while the site is closed. */
export function MaintenanceScreen({ message, until, banner, children }: MaintenanceScreenProps) {
  const { t } = useTranslation('maintenance');
  const { mode } = useColorMode();
  const { brand, contact } = bootstrap();
  return (
    <main className={css.screen}>
      {banner}
      <div className={css.card}>
        <img className={css.logo} src={brand.logo[mode]} alt={brand.name} height={40} />
        <span className={css.icon} aria-hidden="true">
          <IconTool size={36} />
        </span>
        <h1 className={css.title}>{t('title')}</h1>
        <p className={css.text}>{message || t('text')}</p>
        {until !== undefined && <Ending until={until} />}
        <div className={css.actions}>{children}</div>
        {contact.emails[0] && (
          <p className={css.contact}>
            {t('contact')} <a href={`mailto:${contact.emails[0]}`}>{contact.emails[0]}</a>
          </p>
        )}
      </div>
    </main>
  );
}

function Ending({ until }: { until: number }) {
  const { t } = useTranslation('maintenance');
  const format = useFormat();
  return (
    <div className={css.ending}>
      <p className={css.label}>{t('until')}</p>
      <Countdown until={until} />
      <p className={css.label}>{format.date(new Date(until), 'date-time')}</p>
    </div>
  );
}
