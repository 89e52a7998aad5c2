import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import { useAudit } from '../api/history';
import { FilterForm } from '../components/Fields';
import { Page, ActionError, Empty, Loaded } from '../components/Page';
import { DownloadLink, Table, Tag, Time } from '../components/Values';
import { useFilter } from '../hooks/page';
import { useAuditActions } from '../hooks/texts';
import { auditFields, auditFile, auditTones, type AuditEntry } from '../model/accounts';
import css from './AuditRoute.module.css';

/** The filtered audit log with an export of the same filter. */
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

/** Entries of the audit log. Each shows the state before and after on demand. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('staffPages');
  const actions = useAuditActions();
  return (
    <Table
      label={t('audit.title')}
      rows={entries}
      keyOf={(row) => row.id}
      columns={[
        { title: t('audit.at'), cell: (row) => <Time at={row.at} seconds /> },
        { title: t('audit.who'), cell: (row) => row.who || t('audit.nobody') },
        { title: t('audit.action'), cell: (row) => actions[row.action] ?? row.action },
        {
          title: t('audit.subject'),
          wide: true,
          cell: (row) => (
            <div>
              <span>{row.subject || '–'}</span>
              <Change entry={row} />
            </div>
          ),
        },
        { title: t('brand'), cell: (row) => row.brand ?? '–' },
        { title: t('audit.from_address'), cell: (row) => row.from || t('audit.commandLine') },
        {
          title: t('audit.outcome'),
          cell: (row) => (
            <Tag tone={auditTones[row.outcome]}>{t(`audit.outcomes.${row.outcome}`)}</Tag>
          ),
        },
      ]}
    />
  );
}

function Change({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('staffPages');
  const parts = (['before', 'after'] as const).filter((name) => entry[name] !== undefined);
  if (parts.length === 0) return null;
  return (
    <details className={css.change}>
      <summary>{t('audit.change')}</summary>
      {parts.map((name) => (
        <figure key={name}>
          <figcaption>{t(`audit.${name}`)}</figcaption>
          <pre>{JSON.stringify(entry[name], null, 2)}</pre>
        </figure>
      ))}
    </details>
  );
}
