import { useEffect, useRef } from 'react';
import { IconCheck, IconClock, IconExternalLink, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { matchPath } from 'react-router';
import { CopyButton } from '@/components/account/CopyButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { QrCode } from '@/components/account/QrCode';
import { CancelWithdrawal } from '@/components/payments/CancelWithdrawal';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import { useNow } from '@/lib/clock';
import { useFormat } from '@/lib/format/useFormat';
import { anyOrigin, safeLink } from '@/lib/link/link';
import { paths } from '@/lib/paths/paths';
import { followedMs } from '@/lib/payments/follow';
import type { TrackedPayment } from '@/lib/payments/tracked';
import { usePaymentAnswer, useReceipt } from '../api/useReceipt';
import { ClaimBonus } from './ClaimBonus';
import { OperatorAccounts } from './OperatorAccounts';
import { Fact } from './PaymentFacts';
import css from './Receipt.module.css';

interface ReceiptProps {
  paymentKey: string;
  onStartOver(): void;
  /** Returns to the running game. Undefined on a page, and if no game runs. */
  onGame?(): void;
}

/** A payment from its acceptance to its end, with the next step. It updates itself. */
export function Receipt({ paymentKey, onStartOver, onGame }: ReceiptProps) {
  const { t } = useTranslation('cashier');
  const title = useRef<HTMLHeadingElement>(null);
  // The form was removed. The receipt takes the focus and screen readers announce the result.
  useEffect(() => title.current?.focus(), []);
  const { payment, markCancelled } = useReceipt(paymentKey);
  if (!payment) return null;
  const { type, state, amount, name, transactionID, message } = payment;
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  return (
    <Panel>
      <div className={css.receipt}>
        <StateIcon state={state} />
        <h2 ref={title} tabIndex={-1} className={css.title} aria-live="polite">
          {t(`${key}.state.${state}`)}
        </h2>
        <Money className={css.amount} amount={amount} />
        {state === 'refused' && message && <p className={css.text}>{message}</p>}
        {key === 'withdraw' && (state === 'refused' || state === 'cancelled') && (
          <p className={css.text}>{t('receipt.returned')}</p>
        )}
        {state === 'waiting' && <NextStep payment={payment} />}
        <Timeline payment={payment} />
        <dl className={css.facts}>
          <Fact name={t('receipt.method')}>{name}</Fact>
          {transactionID !== undefined && (
            <Fact name={t('receipt.id')}>
              <bdi>{String(transactionID)}</bdi>
              <CopyButton text={String(transactionID)} label={t('receipt.id')} />
            </Fact>
          )}
        </dl>
        {key === 'deposit' && state === 'approved' && (
          <SectionErrors of="nothing">
            <ClaimBonus />
          </SectionErrors>
        )}
        <div className={css.actions}>
          {onGame && (
            <Button variant={state === 'approved' ? 'primary' : 'secondary'} onClick={onGame}>
              {t('receipt.game')}
            </Button>
          )}
          {key === 'withdraw' && state === 'waiting' && transactionID !== undefined && (
            <CancelWithdrawal
              transactionID={transactionID}
              amount={amount}
              onCancelled={markCancelled}
            />
          )}
          <ButtonLink to={paths.profileTransactions.to()}>{t('receipt.transactions')}</ButtonLink>
          <Button variant="subtle" onClick={onStartOver}>
            {t(`${key}.again`)}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const icons = {
  unknown: IconClock,
  waiting: IconClock,
  approved: IconCheck,
  refused: IconX,
  cancelled: IconX,
};

/** Shows a check mark only for a paid payment. */
function StateIcon({ state }: Pick<TrackedPayment, 'state'>) {
  const Icon = icons[state];
  return (
    <span className={classes(css.icon, css[state])}>
      <Icon size={32} aria-hidden="true" />
    </span>
  );
}

/** The next step of a waiting payment: scan, transfer, continue at the provider, or wait. */
function NextStep({ payment }: { payment: TrackedPayment }) {
  const { t } = useTranslation('cashier');
  const { url, qr } = usePaymentAnswer(payment.key);
  const late = useNow(1000) - payment.at > followedMs;
  return (
    <>
      {qr && (
        <>
          <QrCode text={qr} label={t('receipt.qr')} />
          <p className={css.text}>{t('receipt.scan')}</p>
        </>
      )}
      {payment.type === cashType.deposit && payment.bankID !== undefined && (
        <div className={css.accounts}>
          <OperatorAccounts bankID={payment.bankID} amount={payment.amount} />
        </div>
      )}
      {url && <ContinueLink url={url} />}
      {late && (
        <p className={css.late} role="status">
          {t('receipt.late')}
        </p>
      )}
    </>
  );
}

/** Links to the page that completes the payment. A provider's page opens in a new window. */
function ContinueLink({ url }: { url: string }) {
  const { t } = useTranslation('cashier');
  const target = parseUrl(url);
  if (!target) return null;
  const isInternal = target.origin === location.origin && isSitePath(target.pathname);
  return (
    <ButtonLink
      variant="primary"
      to={isInternal ? target.pathname + target.search + target.hash : target.href}
      {...(!isInternal && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span>{t('receipt.goOn')}</span>
      {!isInternal && <IconExternalLink size={18} aria-hidden="true" />}
    </ButtonLink>
  );
}

/** Reports whether the site has a route for the path. The platform may serve other pages. */
const isSitePath = (pathname: string): boolean =>
  Object.values(paths).some(({ pattern }) => matchPath(pattern, pathname));

/** Parses a path of this origin or an https address of a provider. Returns undefined for others. */
function parseUrl(url: string): URL | undefined {
  const link = safeLink(url, [anyOrigin, location.origin]);
  return link === '' ? undefined : new URL(link, location.href);
}

type Progress = 'done' | 'current' | 'failed' | 'todo';

/** The progress of a payment: sent, at the provider, credited or refused. */
export function Timeline({ payment }: { payment: TrackedPayment }) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const { type, state, at, settledAt } = payment;
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  const open = state === 'unknown' || state === 'waiting';
  const end = open ? 'upcoming' : state;
  const steps: { name: string; progress: Progress; time?: number }[] = [
    { name: t('timeline.sent'), progress: 'done', time: at },
    { name: t(`timeline.${key}.provider`), progress: open ? 'current' : 'done' },
    {
      name: t(`timeline.${key}.${end}`),
      progress: open ? 'todo' : state === 'approved' ? 'done' : 'failed',
      time: settledAt,
    },
  ];
  return (
    <ol className={css.timeline} aria-label={t('timeline.label')}>
      {steps.map(({ name, progress, time }) => (
        <li
          key={name}
          className={classes(css.step, css[progress])}
          aria-current={progress === 'current' ? 'step' : undefined}
        >
          <span>{name}</span>
          {time !== undefined && <time>{format.date(new Date(time))}</time>}
        </li>
      ))}
    </ol>
  );
}
