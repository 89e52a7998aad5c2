import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useAudit } from '../api/useAudit';
import { AuditTable } from '../components/AuditTable';
import { DownloadLink } from '../components/DownloadLink';
import { FilterForm } from '../components/FilterForm';
import { Page } from '../components/Page';
import { Panel } from '@/components/ui/Panel/Panel';
import { ActionError, Empty, Loaded } from '../components/States';
import { useAuditActions } from '../hooks/useAuditActions';
import { useFilter } from '../hooks/useFilter';
import { auditFields, auditFile } from '../model/audit';
import css from './AuditRoute.module.css';

/** Who did what, when and from where; filtered, and exported as it is filtered. */
export function AuditRoute() {
  const { t, i18n } = useTranslation('staffPages');
  const [filter, setFilter] = useFilter(auditFields);
  const audit = useAudit(filter);
  const actions = Object.entries(useAuditActions())
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language));
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
      <FilterForm
        key={JSON.stringify(filter)}
        fields={[
          { name: 'who', label: t('audit.who') },
          {
            name: 'action',
            label: t('audit.action'),
            options: [{ value: '', label: t('audit.anyBrand') }, ...actions],
          },
          { name: 'brand', label: t('brand') },
          { name: 'from', label: t('audit.from'), type: 'date' },
          { name: 'until', label: t('audit.until'), type: 'date' },
        ]}
        filter={filter}
        onFilter={setFilter}
      />
      <Loaded read={audit} height={480}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={t('audit.none')} text={t('audit.noneText')} />
          ) : (
            <>
              <Panel dense flush>
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
