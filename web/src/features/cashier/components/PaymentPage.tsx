import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Money } from '@/components/ui';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useBalance } from '@/lib/player';
import type { Way } from '../model/methods';
import { MethodLogo } from './MethodLogo';
import { PaymentForm } from './PaymentForm';
import css from './PaymentPage.module.css';
import { Receipt } from './Receipt';
import { UnknownOutcome } from './UnknownOutcome';
import { usePayment } from '../api/usePayment';
import { useWayFacts } from '../hooks/useWayFacts';

/** One way to pay: its facts beside its form, the receipt, or what is known of an unknown outcome. */
export function PaymentPage({ type, way }: { type: CashType; way: Way }) {
  const { stage, busy, send, again } = usePayment(type, way);
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <Facts type={type} way={way} />
      </aside>
      {stage.at === 'form' && (
        <PaymentForm
          type={type}
          way={way}
          busy={busy}
          refusal={stage.refusal}
          onSend={(payment) => void send(payment)}
        />
      )}
      {stage.at === 'unknown' && (
        <UnknownOutcome
          requestId={stage.requestId}
          busy={busy}
          onRetry={stage.payment && (() => stage.payment && void send(stage.payment))}
          onAgain={again}
        />
      )}
      {stage.at === 'receipt' && <Receipt type={type} way={way} stage={stage} onAgain={again} />}
    </div>
  );
}

function Facts({ type, way }: { type: CashType; way: Way }) {
  const { t } = useTranslation('cashier');
  const { limits, duration, fee } = useWayFacts(way);
  const { balance } = useBalance();
  return (
    <Panel>
      <p className={css.method}>
        <MethodLogo way={way} className={css.logo} />
        {way.name}
      </p>
      <dl className={css.facts}>
        <div>
          <dt>{t('fact.limits')}</dt>
          <dd>{limits}</dd>
        </div>
        <div>
          <dt>{t('fact.fee')}</dt>
          <dd>{fee}</dd>
        </div>
        <div>
          <dt>{t('fact.duration')}</dt>
          <dd>{duration}</dd>
        </div>
        <div>
          <dt>{t(type === cashType.withdraw ? 'fact.available' : 'fact.balance')}</dt>
          <dd>
            <Money amount={balance} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
