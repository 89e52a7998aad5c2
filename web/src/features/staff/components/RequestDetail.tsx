import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '@/components/account/CopyButton';
import { useStaff } from '../api/useStaff';
import { useAmount } from '../hooks/useAmount';
import { useCallName } from '../hooks/useCallName';
import { paymentAddress } from '../model/money';
import { Facts } from './Facts';
import { OutcomeTag } from './OutcomeTag';
import { Panel } from '@/components/ui/Panel/Panel';
import { PlayerLink } from './PlayerLink';
import { Loaded } from './States';
import { StatusTag } from './StatusTag';
import { Time } from './Time';

/** What is known of a request, and of the payment that it made. */
export function RequestDetail({ id }: { id: string }) {
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
