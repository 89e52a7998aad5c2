import { useState } from 'react';
import { IconTicketOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Pagination } from '@/components/ui/More/More';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useFormat } from '@/lib/format/useFormat';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useTickets } from '../api/useTickets';
import { TicketSearch } from '../components/TicketSearch';
import { TicketCard } from '../components/TicketCard';
import css from './TicketsRoute.module.css';

/** The player's lottery tickets and how to get more. */
export function TicketsRoute() {
  const { t } = useTranslation('tickets');
  usePageTitle(t('title'));
  const format = useFormat();
  const [search, setSearch] = useState('');
  const { ticketMinimum, ticketFrom, ticketTo } = bootstrap().limits;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <p className={css.lead}>
        {t('lead', {
          amount: format.money(ticketMinimum, { round: true }),
          from: format.date(ticketFrom, 'date'),
          to: format.date(ticketTo, 'date'),
        })}
      </p>
      <TicketSearch onSearch={setSearch} />
      <Tickets key={search} search={search} />
    </>
  );
}

function Tickets({ search }: { search: string }) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const [offset, setOffset] = useState(0);
  const canDeposit = useCanDeposit();
  const { data: tickets, response, error, loading, reload } = useTickets(search, offset);
  if (loading) return <ListSkeleton className={css.grid} height={132} />;
  if (error && error.reason !== 'no-records') return <ErrorState error={error} onRetry={reload} />;
  if (!tickets || tickets.length === 0) {
    return (
      <EmptyState
        icon={<IconTicketOff size={32} />}
        title={search ? common('empty.records') : t('empty')}
        text={search ? undefined : t('emptyText')}
      >
        {search ? (
          <Button type="reset" form="ticket-search">
            {t('search.all')}
          </Button>
        ) : (
          canDeposit && (
            <Button variant="primary" onClick={() => openDeposit()}>
              {t('deposit')}
            </Button>
          )
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css.grid} aria-label={t('title')}>
        {tickets.map((ticket) => (
          <li key={ticket.transaction_id}>
            <SectionErrors of="card">
              <TicketCard ticket={ticket} />
            </SectionErrors>
          </li>
        ))}
      </ul>
      {response?.pagination && <Pagination {...response.pagination} onOffset={setOffset} />}
    </>
  );
}
