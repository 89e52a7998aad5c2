import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Money } from '@/components/ui';
import type { CashType } from '@/contracts/types';
import { useFormat } from '@/lib/format';
import { useTrackedPayments } from '@/lib/payments';
import { usePlayer } from '@/lib/session';
import css from './OpenPayments.module.css';

export interface OpenPaymentsProps {
  type: CashType;
  onOpen(key: string): void;
}

/** The player's payments of a direction that the platform has not decided on; each opens its receipt. */
export function OpenPayments({ type, onOpen }: OpenPaymentsProps) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const username = usePlayer()?.profile.username;
  const open = useTrackedPayments(username).filter(
    (it) => it.type === type && it.state === 'waiting',
  );
  if (open.length === 0) return null;
  return (
    <section className={css.open} aria-label={t('open.title')}>
      <h2 className={css.title}>{t('open.title')}</h2>
      <ul className={css.list}>
        {open.map(({ key, name, amount, at }) => (
          <li key={key}>
            <button type="button" className={css.payment} onClick={() => onOpen(key)}>
              <IconClock size={20} aria-hidden="true" />
              <span className={css.name}>
                {name}
                <time>{format.date(new Date(at))}</time>
              </span>
              <Money amount={amount} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
