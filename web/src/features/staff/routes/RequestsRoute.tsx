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
      {(it) => (
        <Panel
          dense
          title={it.call ? callName(it.call, it.money?.part) : (it.path ?? id)}
          aside={<CopyButton text={it.id} label={t('copy')} />}
        >
          <Facts
            facts={[
              [
                t('request.answer'),
                it.status ? <StatusTag status={it.status} debug={it.debug} /> : undefined,
              ],
              [t('request.at'), <Time at={it.at} seconds relative />],
              [t('brand'), it.brand],
              [
                t('request.player'),
                it.player && <PlayerLink brand={it.brand} player={it.player} />,
              ],
              [t('request.cause'), it.cause && t(`cause.${it.cause}`)],
              [
                t('request.took'),
                it.status
                  ? t('request.msOf', { ms: it.ms, upstream: it.upstream_ms ?? 0 })
                  : undefined,
              ],
              [t('request.upstream'), it.upstream],
              [t('request.attempts'), it.attempts],
              [t('request.cache'), it.cache],
              [t('request.code'), it.code || undefined],
              [t('request.instance'), it.instance],
              [t('request.world'), it.world],
              [t('payment.state'), it.money && <OutcomeTag outcome={it.money.outcome} />],
              [t('payment.transaction'), it.money?.transaction],
              [t('payment.amount'), amountText(it.money?.amount)],
              [
                t('payment.key'),
                it.money && (
                  <Link to={paymentAddress({ key: it.money.key, brand: it.brand })}>
                    {it.money.key}
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
