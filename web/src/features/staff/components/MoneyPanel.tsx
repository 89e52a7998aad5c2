import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui';
import { paymentAddress, type MoneyFate } from '../model/money';
import { Facts } from './Facts';
import { OutcomeTag } from './OutcomeTag';
import { Panel } from './Panel';

/** What became of the payment of a request. */
export function MoneyPanel({ money, brand }: { money: MoneyFate; brand: string }) {
  const { t } = useTranslation('staffPages');
  return (
    <Panel
      title={t('payment.one')}
      aside={
        <ButtonLink size="small" to={paymentAddress({ key: money.key, brand })}>
          {t('payment.open')}
        </ButtonLink>
      }
    >
      <Facts
        facts={[
          [t('payment.state'), <OutcomeTag outcome={money.outcome} />],
          [t('payment.key'), <code>{money.key}</code>],
          [t('request.code'), money.code || undefined],
          [t('request.debug'), money.debug],
        ]}
      />
    </Panel>
  );
}
