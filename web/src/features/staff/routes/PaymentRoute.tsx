import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { CopyButton } from '@/components/account/CopyButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { Page, Loaded } from '../components/Page';
import { Settlement } from '../components/Payments';
import { Facts, OutcomeTag, PlayerLink, Time } from '../components/Values';
import { useAmount, useCallName, useDebugText } from '../hooks/texts';

/** The outcome of a payment, and its settlement by two accounts if the outcome is unknown. */
export function PaymentRoute() {
  const { t } = useTranslation('staffPages');
  const amountText = useAmount();
  const callName = useCallName();
  const debugText = useDebugText();
  const { key = '' } = useParams();
  const brand = useSearchParams()[0].get('brand') ?? undefined;
  const payment = useStaff('/payments/{key}', { path: { key }, query: brand ? { brand } : {} });
  return (
    <Page
      title={t('payment.one')}
      lead={<code>{key}</code>}
      actions={<CopyButton text={key} label={t('copy')} />}
    >
      <Loaded read={payment} height={320}>
        {(data) => (
          <>
            <Panel dense title={data.call ? callName(data.call, data.part) : t('payment.one')}>
              <Facts
                facts={[
                  [t('payment.state'), <OutcomeTag outcome={data.state} />],
                  [t('payment.transaction'), data.transaction],
                  [t('payment.amount'), amountText(data.amount)],
                  [t('request.at'), <Time at={data.at} seconds relative />],
                  [t('brand'), data.brand],
                  [
                    t('request.player'),
                    data.player && <PlayerLink brand={data.brand} player={data.player} />,
                  ],
                  [
                    t('request.id'),
                    data.request && (
                      <Link to={staffPaths.request.to({ id: data.request })}>{data.request}</Link>
                    ),
                  ],
                  [t('request.code'), data.code || undefined],
                  [t('request.debug'), data.message || debugText(data.debug)],
                ]}
              />
            </Panel>
            <Settlement payment={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
