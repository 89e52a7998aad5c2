import type { ReactNode } from 'react';
import { IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { useColorMode } from '@/lib/theme/mode';
import css from './MaintenanceScreen.module.css';

interface MaintenanceScreenProps {
  /** The operator's message, or '' for the default text. */
  message: string;
  /** The expected end in milliseconds since 1970, or undefined if unknown. */
  until?: number;
  /** A notice above the page, for the preview. */
  banner?: ReactNode;
  /** Content below the message, such as the automatic check and its button. */
  children?: ReactNode;
}

/** The page that players see during maintenance. */
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
        {until !== undefined && <ExpectedEnd until={until} />}
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

function ExpectedEnd({ until }: { until: number }) {
  const { t } = useTranslation('maintenance');
  const format = useFormat();
  return (
    <div className={css.end}>
      <p className={css.label}>{t('until')}</p>
      <Countdown until={until} />
      <p className={css.label}>{format.date(new Date(until), 'date-time')}</p>
    </div>
  );
}
