import { useState } from 'react';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { cashType } from '@/contracts/constants';
import type { DepositRequest } from '@/lib/deposit/openDeposit';
import { unknownPayment } from '@/lib/payments/tracked';
import { usePlayer } from '@/lib/session/useSession';
import { useMethods } from '../api/cashier';
import { useReceiptKey } from '../api/useReceipt';
import { lastPayment } from '../model/lastPayment';
import { paymentMethodsOf, type PaymentMethod } from '../model/methods';
import { DepositNotices } from './Notices';
import css from './DepositDrawer.module.css';
import { LazyPaymentSteps, usePreloadedForms } from './LazyPaymentSteps';
import { MethodGrid, MethodLogo } from './MethodGrid';
import { OpenPayments } from './OpenPayments';
import { PaymentFacts } from './PaymentFacts';
import { Receipt } from './Receipt';

interface DepositDrawerProps {
  request: DepositRequest;
  /** Replaces the content of the drawer. */
  onRequest(request: DepositRequest): void;
  /** Returns to the running game, or undefined if no game runs. */
  onGame?(): void;
  onClose(): void;
}

/** A deposit over any page. It begins with the requested or the player's last method. */
export function DepositDrawer({ onClose, ...deposit }: DepositDrawerProps) {
  const { t } = useTranslation('cashier');
  return (
    <Drawer open side="end" size="large" title={t('deposit.title')} onClose={onClose}>
      <Deposit {...deposit} />
    </Drawer>
  );
}

function Deposit({ request, onRequest, onGame }: Omit<DepositDrawerProps, 'onClose'>) {
  const { t } = useTranslation('cashier');
  const username = usePlayer()?.profile.username ?? '';
  const [last] = useState(() => lastPayment(username, cashType.deposit));
  const chosen = request.choose ? undefined : (request.method ?? last?.method);
  const receipt = useReceiptKey(cashType.deposit, request.receipt);
  usePreloadedForms(chosen !== undefined);
  const { methods, error, reload } = useMethods(cashType.deposit);
  if (receipt !== undefined) {
    const leaveReceipt = () => onRequest({ ...request, receipt: undefined });
    return (
      <div className={css.deposit}>
        <Button size="small" variant="subtle" className={css.back} onClick={leaveReceipt}>
          <IconArrowLeft size={18} className="rtl-flip" aria-hidden="true" />
          {t('open.back')}
        </Button>
        <Receipt paymentKey={receipt} onStartOver={leaveReceipt} onGame={onGame} />
      </div>
    );
  }
  const showReceipt = (key: string) => onRequest({ ...request, receipt: key });
  if (chosen !== undefined && !methods) {
    return error ? <ErrorState error={error} onRetry={reload} /> : <Skeleton height={420} />;
  }
  // Undefined if the player chooses, or if the platform no longer has the last method.
  const method = methods && paymentMethodsOf(methods).find(({ id }) => id === chosen);
  return (
    <div className={css.deposit}>
      {method ? (
        <ChosenMethod
          method={method}
          amount={request.amount ?? (last?.method === method.id ? last.amount : undefined)}
          onChange={() => onRequest({ choose: true, amount: request.amount })}
          onReceipt={showReceipt}
        />
      ) : (
        <>
          <SectionErrors of="nothing">
            <OpenPayments type={cashType.deposit} onOpen={showReceipt} />
          </SectionErrors>
          <DepositNotices />
          <MethodGrid
            type={cashType.deposit}
            lastMethod={last?.method}
            to={({ id }) =>
              () =>
                onRequest({ method: id, amount: request.amount })
              }
          />
        </>
      )}
    </div>
  );
}

interface ChosenMethodProps {
  method: PaymentMethod;
  amount: number | undefined;
  onChange(): void;
  onReceipt(key: string): void;
}

function ChosenMethod({ method, amount, onChange, onReceipt }: ChosenMethodProps) {
  const { t } = useTranslation('cashier');
  const username = usePlayer()?.profile.username ?? '';
  const [atForm, setAtForm] = useState(
    () => unknownPayment(username, cashType.deposit, method.id) === undefined,
  );
  return (
    <>
      {atForm && (
        <>
          <SectionErrors of="nothing">
            <OpenPayments type={cashType.deposit} shownMethod={method.id} onOpen={onReceipt} />
          </SectionErrors>
          <div className={css.method}>
            <MethodLogo method={method} />
            <span className={css.name}>{method.name}</span>
            <Button size="small" onClick={onChange}>
              {t('method.change')}
            </Button>
          </div>
          <PaymentFacts type={cashType.deposit} method={method} />
          <DepositNotices />
        </>
      )}
      <LazyPaymentSteps
        key={method.id}
        type={cashType.deposit}
        method={method}
        amount={amount}
        onStep={(at) => setAtForm(at === 'form')}
        onReceipt={onReceipt}
      />
    </>
  );
}
