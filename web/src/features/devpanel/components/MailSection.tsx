import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format/useFormat';
import { safeLink } from '@/lib/link/link';
import type { MockMail } from '../api/types';
import { useMockMail } from '../api/mock';
import { PanelSection } from './PanelSection';
import accounts from './AccountsSection.module.css';
import css from './MailSection.module.css';

/** The emails and SMS of the mock platform, newest first, with their links. */
export function MailSection() {
  const { t } = useTranslation('devpanel');
  const mails = useMockMail() ?? [];
  return (
    <PanelSection title={t('mail.title')}>
      {mails.length === 0 && <p className={css.empty}>{t('mail.none')}</p>}
      <ol className={accounts.list}>
        {mails.map((mail, index) => (
          <li key={`${mail.at}${index}`}>
            <Mail mail={mail} />
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}

function Mail({ mail: { at, to, subject, text, link, token } }: { mail: MockMail }) {
  const { t } = useTranslation('devpanel');
  const format = useFormat();
  const path = safeLink(link ?? '', []);
  return (
    <details className={css.mail}>
      <summary>
        <strong dir="auto">{subject || text}</strong>
        <small>
          <bdi>{to}</bdi> · <time dateTime={at}>{format.date(new Date(at))}</time>
        </small>
      </summary>
      <p dir="auto" className={css.text}>
        {text}
      </p>
      {token && (
        <p className={css.token}>
          {t('mail.token')} <output>{token}</output>
        </p>
      )}
      {/* A plain link, because the mock's path may be outside the router. */}
      {path && <a href={path}>{t('mail.follow')}</a>}
    </details>
  );
}
