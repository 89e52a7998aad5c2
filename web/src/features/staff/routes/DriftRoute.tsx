import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useFormat } from '@/lib/format/useFormat';
import { useStaff } from '../api/client';
import { Page, Empty, Loaded } from '../components/Page';
import { Table, Time } from '../components/Values';
import css from '../components/Traffic.module.css';

const pollIntervalMs = 30_000;

/** The differences between the platforms' responses and the contract. */
export function DriftRoute() {
  const { t } = useTranslation('staffPages');
  const { number } = useFormat();
  const [filter, setFilter] = useState('');
  const drift = useStaff('/drift', {}, { pollIntervalMs });
  const matches = (texts: readonly string[]) =>
    texts.some((text) => text.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <Page title={t('drift.title')} lead={t('drift.lead')}>
      <Loaded read={drift} height={320}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('drift.none')} text={t('drift.noneText')} />
          ) : (
            <>
              <div className={css.filter}>
                <Field
                  label={t('drift.filter')}
                  type="search"
                  value={filter}
                  onChange={(event) => setFilter(event.target.value)}
                />
              </div>
              <Panel dense flush>
                <Table
                  label={t('drift.title')}
                  rows={list.filter((item) =>
                    matches([item.upstream, item.call, item.path, item.brand]),
                  )}
                  keyOf={(row) => `${row.upstream} ${row.call} ${row.path}`}
                  columns={[
                    { title: t('drift.call'), cell: (row) => <code>{row.call}</code> },
                    { title: t('drift.path'), wide: true, cell: (row) => <code>{row.path}</code> },
                    { title: t('drift.got'), cell: (row) => row.got },
                    { title: t('drift.want'), cell: (row) => row.want },
                    { title: t('drift.example'), cell: (row) => <code>{row.example}</code> },
                    { title: t('request.upstream'), cell: (row) => row.upstream },
                    { title: t('drift.count'), end: true, cell: (row) => number(row.count) },
                    { title: t('drift.first'), cell: (row) => <Time at={row.first} /> },
                    { title: t('drift.last'), cell: (row) => <Time at={row.last} relative /> },
                  ]}
                />
              </Panel>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
