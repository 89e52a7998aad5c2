import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { consoleAddress } from '../api/mock';
import { usePageCalls } from '../api/pageCalls';
import { useMockCalls } from '../api/useMock';
import css from './CallsSection.module.css';
import { PanelSection } from './PanelSection';

/** The page's last calls with their cache status, and the last calls that reached the mock. */
export function CallsSection() {
  const { t } = useTranslation('devpanel');
  const pageCalls = usePageCalls();
  const mockCalls = useMockCalls() ?? [];
  return (
    <PanelSection
      title={t('calls.title')}
      aside={
        <a className={css.reference} href={consoleAddress} target="_blank" rel="noopener">
          {t('calls.reference')}
          <IconExternalLink size={14} aria-hidden="true" />
        </a>
      }
    >
      <h4 className={css.subtitle}>{t('calls.page')}</h4>
      <ol className={css.list}>
        {pageCalls.map(({ id, name, cache, status, requestId, ms }) => (
          <li key={id} className={css.call} title={requestId}>
            <code>{name}</code>
            <span data-failed={status >= 400 || undefined}>{status}</span>
            <span data-cache={cache || undefined}>{cache || '–'}</span>
            <span>{t('calls.ms', { ms: ms.toFixed(0) })}</span>
          </li>
        ))}
      </ol>
      <h4 className={css.subtitle}>{t('calls.mock')}</h4>
      <ol className={css.list}>
        {mockCalls.map(({ at, class: group, method, data, ms, outcome }, index) => (
          <li key={`${at}${index}`}>
            <details>
              <summary className={css.call}>
                <code>{`${group}/${method}`}</code>
                <span data-failed={outcome !== 'ok' || undefined}>{outcome}</span>
                <span>{t('calls.ms', { ms: ms.toFixed(1) })}</span>
              </summary>
              <pre className={css.data}>{JSON.stringify(data, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}
