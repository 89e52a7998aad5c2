import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { CopyButton } from '@/components/account/CopyButton';
import { Facts, PlayerLink } from '../components/Facts';
import { OutcomeTag, StatusTag } from '../components/Tag';
import { Panel } from '@/components/ui/Panel/Panel';
import { Loaded } from '../components/States';
import { Time } from '../components/Time';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/useStaff';
import { FilterForm } from '../components/FilterForm';
import { Page } from '../components/Page';
import { RequestTable } from '../components/RequestTable';
import { useAmount, useCallName } from '../hooks/texts';
import { useFilter, useLookupFields } from '../hooks/useFilter';
import { lookupFields, lookupQuery } from '../model/lookup';
import { paymentAddress } from '../model/money';

/** A request by the id that a player was shown, or failed requests by time and brand, and those of payments by number and amount. */
export function RequestsRoute() {
  const { t } = useTranslation('staffPages');
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const fields = useLookupFields();
  const [filter, setFilter] = useFilter(lookupFields);
  const requests = useStaff('/requests', id ? null : { query: lookupQuery(filter) });
  return (
    <Page title={t('request.title')} lead={t('request.lead')}>
      <FilterForm
        key={JSON.stringify({ id, ...filter })}
        fields={[{ name: 'id', label: t('request.id'), type: 'search', maxLength: 64 }, ...fields]}
        filter={{ id, ...filter }}
        onFilter={({ id: next = '', ...rest }) => {
          if (next.trim() && next !== id) void navigate(staffPaths.request.to({ id: next.trim() }));
          else setFilter(rest);
        }}
      />
      {id ? (
        <RequestDetail id={id} />
      ) : (
        <Loaded read={requests} height={240}>
          {(list) => (
            <Panel dense flush title={t('request.found')}>
              <RequestTable label={t('request.found')} requests={list} />
            </Panel>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** What is known of a request, and of the payment that it made. */
function RequestDetail({ id }: { id: string }) {
  const { t } = useTranslation('staffPages');
  const amountText = useAmount();
  const callName = useCallName();
  const request = useStaff('/requests/{id}', { path: { id } });
  return (
    <Loaded read={request} height={320}>
      {(data) => (
        <Panel
          dense
          title={data.call ? callName(data.call, data.money?.part) : (data.path ?? id)}
          aside={<CopyButton text={data.id} label={t('copy')} />}
        >
          <Facts
            facts={[
              [
                t('request.answer'),
                data.status ? <StatusTag status={data.status} debug={data.debug} /> : undefined,
              ],
              [t('request.at'), <Time at={data.at} seconds relative />],
              [t('brand'), data.brand],
              [
                t('request.player'),
                data.player && <PlayerLink brand={data.brand} player={data.player} />,
              ],
              [t('request.cause'), data.cause && t(`cause.${data.cause}`)],
              [
                t('request.took'),
                data.status
                  ? t('request.msOf', { ms: data.ms, upstream: data.upstream_ms ?? 0 })
                  : undefined,
              ],
              [t('request.upstream'), data.upstream],
              [t('request.attempts'), data.attempts],
              [t('request.cache'), data.cache],
              [t('request.code'), data.code || undefined],
              [t('request.instance'), data.instance],
              [t('request.world'), data.world],
              [t('payment.state'), data.money && <OutcomeTag outcome={data.money.outcome} />],
              [t('payment.transaction'), data.money?.transaction],
              [t('payment.amount'), amountText(data.money?.amount)],
              [
                t('payment.key'),
                data.money && (
                  <Link to={paymentAddress({ key: data.money.key, brand: data.brand })}>
                    {data.money.key}
                  </Link>
                ),
              ],
            ]}
          />
        </Panel>
      )}
    </Loaded>
  );
}
