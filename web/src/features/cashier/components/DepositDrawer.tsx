import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Drawer, ErrorState, Skeleton } from '@/components/ui';
import { cashType } from '@/contracts/constants';
import type { RecordID } from '@/contracts/types';
import type { DepositRequest } from '@/lib/deposit';
import { usePlayer } from '@/lib/session';
import { useMethods } from '../api/methods';
import { lastPayment } from '../model/lastPayment';
import { paymentMethodsOf } from '../model/methods';
import css from './DepositDrawer.module.css';
import { MethodGrid } from './MethodGrid';
import { MethodLogo } from './MethodLogo';
import { PaymentFacts } from './PaymentFacts';
import { PaymentSteps } from './PaymentSteps';

export interface DepositDrawerProps {
  request: DepositRequest;
  onClose(): void;
}

/** A deposit over any page. It begins with the requested method, or with the player's last one. */
export function DepositDrawer({ request, onClose }: DepositDrawerProps) {
  const { t } = useTranslation('cashier');
  return (
    <Drawer open side="end" size="large" title={t('deposit.title')} onClose={onClose}>
      <Deposit request={request} />
    </Drawer>
  );
}

function Deposit({ request }: { request: DepositRequest }) {
  const { t } = useTranslation('cashier');
  const username = usePlayer()?.profile.username ?? '';
  const [last] = useState(() => lastPayment(username, cashType.deposit));
  const [chosen, setChosen] = useState<RecordID | undefined>(request.method ?? last?.method);
  const { methods, error, reload } = useMethods(cashType.deposit);
  if (chosen === undefined) {
    return (
      <MethodGrid
        type={cashType.deposit}
        to={({ id }) =>
          () =>
            setChosen(id)
          }
      />
    );
  }
  if (!methods) {
    return error ? <ErrorState error={error} onRetry={reload} /> : <Skeleton height={420} />;
  }
  const method = paymentMethodsOf(methods).find(({ id }) => id === chosen);
  // The platform no longer has the last method.
  if (!method)
    return (
      <MethodGrid
        type={cashType.deposit}
        to={({ id }) =>
          () =>
            setChosen(id)
          }
      />
    );
  const amount = request.amount ?? (last?.method === method.id ? last.amount : undefined);
  return (
    <div className={css.deposit}>
      <div className={css.method}>
        <MethodLogo method={method} className={css.logo} />
        <span className={css.name}>{method.name}</span>
        <Button size="small" onClick={() => setChosen(undefined)}>
          {t('method.change')}
        </Button>
      </div>
      <PaymentFacts type={cashType.deposit} method={method} />
      <PaymentSteps key={method.id} type={cashType.deposit} method={method} amount={amount} />
    </div>
  );
}
