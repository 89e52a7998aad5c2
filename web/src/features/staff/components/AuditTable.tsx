import { useTranslation } from 'react-i18next';
import { auditTones, type AuditEntry } from '../model/audit';
import { useAuditActions } from '../hooks/useAuditActions';
import { Table } from './Table';
import { Tag } from './Tag';
import { Time } from './Time';
import css from './AuditTable.module.css';

/** Entries of the audit log; each shows on demand what was before and after. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('staffPages');
  const actions = useAuditActions();
  return (
    <Table
      label={t('audit.title')}
      rows={entries}
      keyOf={(it) => it.id}
      columns={[
        { title: t('audit.at'), cell: (it) => <Time at={it.at} seconds /> },
        { title: t('audit.who'), cell: (it) => it.who || t('audit.nobody') },
        { title: t('audit.action'), cell: (it) => actions[it.action] ?? it.action },
        {
          title: t('audit.subject'),
          wide: true,
          cell: (it) => (
            <div>
              <span>{it.subject || '–'}</span>
              <Change entry={it} />
            </div>
          ),
        },
        { title: t('brand'), cell: (it) => it.brand ?? '–' },
        { title: t('audit.from_address'), cell: (it) => it.from || t('audit.commandLine') },
        {
          title: t('audit.outcome'),
          cell: (it) => (
            <Tag tone={auditTones[it.outcome]}>{t(`audit.outcomes.${it.outcome}`)}</Tag>
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
