import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '@/components/ui';
import { useAudit } from '../api/useAudit';
import { AuditFilterForm } from '../components/AuditFilterForm';
import { AuditTable } from '../components/AuditTable';
import { DownloadLink } from '../components/DownloadLink';
import { Page } from '../components/Page';
import { Panel } from '../components/Panel';
import { ActionError, Empty, Loaded } from '../components/States';
import { auditFields, auditFile, type AuditFilter } from '../model/audit';
import css from './AuditRoute.module.css';

/** Who did what, when and from where; filtered, and exported as it is filtered. */
export function AuditRoute() {
  const { t } = useTranslation('staffPages');
  const [search, setSearch] = useSearchParams();
  const filter: AuditFilter = {};
  for (const field of auditFields) filter[field] = search.get(field) ?? '';
  const audit = useAudit(filter);
  return (
    <Page
      title={t('audit.title')}
      lead={t('audit.lead')}
      actions={
        <>
          <DownloadLink href={auditFile(filter, 'csv')}>{t('audit.csv')}</DownloadLink>
          <DownloadLink href={auditFile(filter, 'jsonl')}>{t('audit.jsonl')}</DownloadLink>
        </>
      }
    >
      <AuditFilterForm
        key={search.toString()}
        filter={filter}
        onFilter={(next) =>
          setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))
        }
      />
      <Loaded read={audit} height={480}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={t('audit.none')} text={t('audit.noneText')} />
          ) : (
            <>
              <Panel flush>
                <AuditTable entries={entries} />
              </Panel>
              <ActionError error={audit.error} />
              {audit.hasMore && (
                <div className={css.more}>
                  <Button busy={audit.loadingMore} onClick={audit.loadMore}>
                    {t('audit.more')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
