import { useState } from 'react';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Panel } from '@/components/ui/Panel/Panel';
import { ButtonLink } from '@/components/ui/Button/Button';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { cashType } from '@/contracts/constants';
import type { CashType, RecordID } from '@/contracts/types';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { useProfile } from '@/lib/player/player';
import { parseRecordId } from '@/lib/recordId';
import { usePlayer } from '@/lib/session/useSession';
import { useDepositAllowance, useDepositBonus, useMethods } from '../api/cashier';
import { useReceiptKey } from '../api/useReceipt';
import { lastPayment } from '../model/lastPayment';
import { paymentMethodsOf } from '../model/methods';
import { DepositNotices, WithdrawChecks } from './Notices';
import { LazyPaymentSteps, usePreloadedForms } from './LazyPaymentSteps';
import { MethodGrid, MethodLogo } from './MethodGrid';
import { OpenPayments } from './OpenPayments';
import { PaymentFacts } from './PaymentFacts';
import type { PaymentStepsProps } from './PaymentSteps';
import { Receipt } from './Receipt';
import css from './PaymentPage.module.css';

const addresses = {
  [cashType.deposit]: paths.profileDeposit.to(),
  [cashType.withdraw]: paths.profileWithdraw.to(),
} as const;
const textKeys = { [cashType.deposit]: 'deposit', [cashType.withdraw]: 'withdraw' } as const;

/**
 * Lists the payment methods of a direction, or shows the form of `?method=ID`. A reload continues
 * the same attempt.
 */
export function Cashier({ type }: { type: CashType }) {
  const { t } = useTranslation('cashier');
  const title = t(`${textKeys[type]}.title`);
  const [query, setQuery] = useSearchParams();
  const selected = query.get('method');
  const receipt = useReceiptKey(type, query.get('receipt'));
  const form = selected === null ? undefined : { method: selected };
  /** A receipt replaces its form. */
  const showReceipt = (key: string, replace = false) =>
    setQuery({ ...form, receipt: key }, { replace });
  usePreloadedForms(selected !== null);
  // The notices above methods and forms would shift them.
  const waiting = [useDepositBonus(), useProfile()].some(({ loading }) => loading);
  return (
    <>
      <PageTitle
        aside={
          (selected ?? receipt) && (
            <ButtonLink size="small" variant="subtle" to={addresses[type]}>
              <IconArrowLeft size={18} className="rtl-flip" aria-hidden="true" />
              {t('method.back')}
            </ButtonLink>
          )
        }
      >
        {title}
      </PageTitle>
      {receipt !== undefined ? (
        <Receipt paymentKey={receipt} onStartOver={() => setQuery(form)} />
      ) : (
        <>
          <SectionErrors of="nothing">
            <OpenPayments
              type={type}
              shownMethod={selected === null ? undefined : parseRecordId(selected)}
              onOpen={showReceipt}
            />
          </SectionErrors>
          {type === cashType.withdraw ? (
            <SectionErrors of="nothing">
              <WithdrawChecks />
            </SectionErrors>
          ) : (
            <div className={css.notices}>
              <DepositNotices />
            </div>
          )}
          {selected ? (
            <SelectedMethod
              key={selected}
              type={type}
              id={parseRecordId(selected)}
              waiting={waiting}
              onReceipt={(key) => showReceipt(key, true)}
            />
          ) : type === cashType.deposit ? (
            <DepositMethods waiting={waiting} />
          ) : (
            <MethodList type={type} waiting={waiting} />
          )}
        </>
      )}
    </>
  );
}

/** The methods of deposits, hidden during a break or a self-exclusion. */
function DepositMethods({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation(['cashier', 'payments']);
  usePageTitle(t('deposit.title'));
  const { closed } = useDepositAllowance(cashType.deposit);
  if (closed) {
    return (
      <EmptyState title={t('payments:allowance.closed')}>
        <ButtonLink to={addresses[cashType.withdraw]}>{t('withdraw.title')}</ButtonLink>
      </EmptyState>
    );
  }
  return <MethodList type={cashType.deposit} waiting={waiting} />;
}

function MethodList({ type, waiting }: { type: CashType; waiting: boolean }) {
  const { t } = useTranslation('cashier');
  usePageTitle(t(`${textKeys[type]}.title`));
  const username = usePlayer()?.profile.username ?? '';
  const [last] = useState(() => lastPayment(username, type));
  return (
    <MethodGrid
      type={type}
      lastMethod={last?.method}
      waiting={waiting}
      to={(method) => `${addresses[type]}?method=${method.id}`}
    />
  );
}

interface SelectedMethodProps extends Omit<PaymentPageProps, 'method'> {
  id: RecordID | undefined;
  waiting: boolean;
}

function SelectedMethod({ type, id, waiting, onReceipt }: SelectedMethodProps) {
  const { t } = useTranslation('cashier');
  const { methods, error, reload } = useMethods(type);
  const method = methods && paymentMethodsOf(methods).find((item) => item.id === id);
  const title = t(`${textKeys[type]}.title`);
  usePageTitle(method ? `${method.name} · ${title}` : title);
  if (!methods || waiting) {
    return error ? <ErrorState error={error} onRetry={reload} /> : <Skeleton height={420} />;
  }
  if (!method) {
    return (
      <EmptyState title={t('method.unknown')}>
        <ButtonLink to={addresses[type]}>{t('method.back')}</ButtonLink>
      </EmptyState>
    );
  }
  return <PaymentPage type={type} method={method} onReceipt={onReceipt} />;
}

type PaymentPageProps = Pick<PaymentStepsProps, 'type' | 'method' | 'onReceipt'>;

/** The page of a payment method with its facts and the payment. */
function PaymentPage(props: PaymentPageProps) {
  const { type, method } = props;
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <Panel>
          <p className={css.method}>
            <MethodLogo method={method} />
            {method.name}
          </p>
          <PaymentFacts type={type} method={method} />
        </Panel>
      </aside>
      <LazyPaymentSteps {...props} />
    </div>
  );
}
