import { useId, useState, type FormEvent } from 'react';
import { IconSearch, IconTicket, IconTicketOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { Pagination } from '@/components/ui/More/More';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { searchMinimum } from '@/contracts/constants';
import type { Transaction } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts/useRestoredDraft';
import { useFormat } from '@/lib/format/useFormat';
import { useFilters, useFirstPageIf } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useTickets } from '../api/useTickets';
import css from './TicketsRoute.module.css';

/** The player's lottery tickets and how to get more. */
export function TicketsRoute() {
  const { t } = useTranslation('tickets');
  usePageTitle(t('title'));
  const format = useFormat();
  const filters = useFilters<'search' | 'offset'>();
  const wanted = filters.get('search') ?? '';
  const search = wanted.length < searchMinimum ? '' : wanted;
  const setSearch = (text: string) =>
    filters.set({ search: text || undefined, offset: undefined }, { replace: true });
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
      <TicketSearch searched={search} onSearch={setSearch} />
      <Tickets
        key={search}
        search={search}
        offset={filters.number('offset') ?? 0}
        onOffset={(offset) => filters.set({ offset: offset || undefined }, { replace: true })}
      />
    </>
  );
}

interface TicketsProps {
  search: string;
  /** The number of tickets before the current page. */
  offset: number;
  onOffset(offset: number): void;
}

function Tickets({ search, offset, onOffset }: TicketsProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const canDeposit = useCanDeposit();
  const { data: tickets, response, error, loading, reload } = useTickets(search, offset);
  const isEmpty = error?.reason === 'no-records' || tickets?.length === 0;
  useFirstPageIf(isEmpty, offset, onOffset);
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
      {response?.pagination && <Pagination {...response.pagination} onOffset={onOffset} />}
    </>
  );
}

/** A lottery ticket with its number on the stub, and amount and date of the deposit. */
function TicketCard({ ticket }: { ticket: Transaction }) {
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

interface TicketSearchProps {
  /** The current search text. */
  searched: string;
  /** Called with '' to show all tickets. */
  onSearch(text: string): void;
}

/** Searches a ticket by its number, from three characters on. */
function TicketSearch({ searched, onSearch }: TicketSearchProps) {
  const { t } = useTranslation('tickets');
  const [text, setText] = useState(useRestoredDraft<string>('ticketSearch') ?? searched);
  useSaveDraft('ticketSearch', () => text);
  const [tooShort, setTooShort] = useState(false);
  const hint = useId();

  const changeText = (value: string) => {
    setText(value);
    setTooShort(false);
    if (value.trim() === '') onSearch('');
  };
  const reset = (event: FormEvent<HTMLFormElement>) => {
    changeText('');
    event.currentTarget.querySelector('input')?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const searchText = text.trim();
    const isTooShort = searchText !== '' && searchText.length < searchMinimum;
    setTooShort(isTooShort);
    if (!isTooShort) onSearch(searchText);
  };

  return (
    <form id="ticket-search" role="search" className={css.form} onSubmit={submit} onReset={reset}>
      <div className={css.row}>
        <IconSearch size={20} className={css.icon} aria-hidden="true" />
        <input
          className={css.input}
          type="search"
          inputMode="numeric"
          aria-label={t('search.label')}
          aria-invalid={tooShort || undefined}
          aria-describedby={tooShort ? hint : undefined}
          placeholder={t('search.label')}
          value={text}
          onChange={(event) => changeText(event.target.value)}
        />
        <Button type="submit">{t('search.button')}</Button>
      </div>
      {tooShort && (
        <p id={hint} className={css.hint} role="alert">
          {t('search.short', { count: searchMinimum })}
        </p>
      )}
    </form>
  );
}
