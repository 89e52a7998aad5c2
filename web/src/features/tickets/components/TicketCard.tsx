import { IconTicket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Money } from '@/components/ui/Money/Money';
import type { Transaction } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './TicketCard.module.css';

/** A lottery ticket: its number on the stub, amount and date of the deposit beside it. */
export function TicketCard({ ticket }: { ticket: Transaction }) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  return (
    <article className={css.ticket}>
      <div className={css.stub}>
        <IconTicket size={22} aria-hidden="true" />
        <span className={css.label}>{t('number')}</span>
        <strong className={css.number}>{ticket.transaction_id}</strong>
      </div>
      <dl className={css.facts}>
        <div>
          <dt>{t('amount')}</dt>
          <dd>
            <Money className={css.amount} amount={ticket.amount} />
          </dd>
        </div>
        <div>
          <dt>{t('date')}</dt>
          <dd>{format.date(ticket.created_at, 'date-time')}</dd>
        </div>
        <div>
          <dt>{t('method')}</dt>
          <dd>{ticket.method}</dd>
        </div>
      </dl>
    </article>
  );
}
