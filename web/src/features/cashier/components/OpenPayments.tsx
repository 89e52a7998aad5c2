import { IconClock, IconClockQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Money } from '@/components/ui/Money/Money';
import { cashType } from '@/contracts/constants';
import type { CashType, RecordID } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { isOpen, unknownPayment, useTrackedPayments } from '@/lib/payments/tracked';
import { usePlayer } from '@/lib/session/useSession';
import notice from './Notice.module.css';
import css from './OpenPayments.module.css';

interface OpenPaymentsProps {
  type: CashType;
  /** The method of the current page, which shows its own unknown payment. */
  shownMethod?: RecordID;
  onOpen(key: string): void;
}

/** The player's undecided and unknown payments of a direction. Each opens its receipt. */
export function OpenPayments({ type, shownMethod, onOpen }: OpenPaymentsProps) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const username = usePlayer()?.profile.username;
  const payments = useTrackedPayments(username);
  const shown =
    username !== undefined && shownMethod !== undefined
      ? unknownPayment(username, type, shownMethod)
      : undefined;
  const open = payments.filter(
    (payment) => payment.type === type && isOpen(payment) && payment.key !== shown?.key,
  );
  const kind = type === cashType.deposit ? 'deposit' : 'withdraw';
  if (open.length === 0) return null;
  return (
    <section className={notice.checks} aria-label={t('open.title')}>
      <h2 className={notice.title}>{t('open.title')}</h2>
      <ul className={css.list}>
        {open.map(({ key, name, amount, at, state }) => (
          <li key={key}>
            <button type="button" className={css.payment} onClick={() => onOpen(key)}>
              <StateIcon unknown={state === 'unknown'} />
              <span className={css.name}>
                {name}
                <span className={css.state}>
                  <time>{format.date(new Date(at))}</time>
                  {state === 'unknown' && <span>{t(`${kind}.state.unknown`)}</span>}
                </span>
              </span>
              <Money amount={amount} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateIcon({ unknown }: { unknown: boolean }) {
  const Icon = unknown ? IconClockQuestion : IconClock;
  return <Icon size={20} aria-hidden="true" />;
}
