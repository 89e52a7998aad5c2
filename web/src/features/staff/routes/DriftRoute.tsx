import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format/useFormat';
import { useStaff } from '../api/useStaff';
import { Field } from '@/components/ui/Field/Field';
import { Page } from '../components/Page';
import { Panel } from '@/components/ui/Panel/Panel';
import { Empty, Loaded } from '../components/States';
import { Table } from '../components/Table';
import { Time } from '../components/Time';
import css from './TrafficRoute.module.css';

const pollIntervalMs = 30_000;

/** Where the answers of platforms deviate from the contract. */
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
                  rows={list.filter((it) => matches([it.upstream, it.call, it.path, it.brand]))}
                  keyOf={(it) => `${it.upstream} ${it.call} ${it.path}`}
                  columns={[
                    { title: t('drift.call'), cell: (it) => <code>{it.call}</code> },
                    { title: t('drift.path'), wide: true, cell: (it) => <code>{it.path}</code> },
                    { title: t('drift.got'), cell: (it) => it.got },
                    { title: t('drift.want'), cell: (it) => it.want },
                    { title: t('drift.example'), cell: (it) => <code>{it.example}</code> },
                    { title: t('request.upstream'), cell: (it) => it.upstream },
                    { title: t('drift.count'), end: true, cell: (it) => number(it.count) },
                    { title: t('drift.first'), cell: (it) => <Time at={it.first} /> },
                    { title: t('drift.last'), cell: (it) => <Time at={it.last} relative /> },
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
