import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/useStaff';
import { OutcomeTag } from '../components/OutcomeTag';
import { Page } from '../components/Page';
import { Panel } from '../components/Panel';
import { PlayerLink } from '../components/PlayerLink';
import { SearchForm } from '../components/SearchForm';
import { Segments } from '../components/Segments';
import { Empty, Loaded } from '../components/States';
import { Table } from '../components/Table';
import { Time } from '../components/Time';
import { useCallName } from '../hooks/useCallName';
import { paymentAddress } from '../model/money';

const states = ['unknown', 'proposed', 'settled'] as const;
const uuidLength = 36;

/** Payments whose outcome is or was unknown: to be settled by two people. */
export function PaymentsRoute() {
  const { t } = useTranslation('staffPages');
  const callName = useCallName();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const state = states.find((it) => it === search.get('state')) ?? 'unknown';
  const payments = useStaff('/payments', { query: { state, limit: 200 } });
  return (
    <Page title={t('payments.title')} lead={t('payments.lead')}>
      <SearchForm
        label={t('payment.key')}
        submit={t('search')}
        value=""
        maxLength={uuidLength}
        onSearch={(key) => void navigate(staffPaths.payment.to({ key }))}
      />
      <Segments
        label={t('payments.state')}
        value={state}
        options={states.map((value) => ({ value, label: t(`payments.${value}`) }))}
        onChange={(value) => setSearch({ state: value })}
      />
      <Loaded read={payments} height={240}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t(`payments.none.${state}`)} />
          ) : (
            <Panel flush>
              <Table
                label={t('payments.title')}
                rows={list}
                keyOf={(it) => `${it.brand}/${it.key}`}
                columns={[
                  { title: t('request.at'), cell: (it) => <Time at={it.at} relative /> },
                  { title: t('brand'), cell: (it) => it.brand },
                  {
                    title: t('payment.one'),
                    wide: true,
                    cell: (it) => (
                      <Link to={paymentAddress(it)}>{it.call ? callName(it.call) : it.key}</Link>
                    ),
                  },
                  { title: t('payment.amount'), numeric: true, cell: (it) => it.amount ?? '–' },
                  {
                    title: t('request.player'),
                    cell: (it) => <PlayerLink brand={it.brand} player={it.player} />,
                  },
                  {
                    title: t('payment.state'),
                    cell: (it) => (
                      <OutcomeTag
                        outcome={it.settlement?.approvedAt ? it.settlement.outcome : it.state}
                      />
                    ),
                  },
                  {
                    title: t('payment.proposedBy'),
                    cell: (it) => it.settlement?.proposedBy ?? '–',
                  },
                ]}
              />
            </Panel>
          )
        }
      </Loaded>
    </Page>
  );
}
