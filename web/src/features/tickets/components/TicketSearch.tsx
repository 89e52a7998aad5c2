import { useId, useState, type FormEvent } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { searchMinimum } from '@/contracts/constants';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts/useRestoredDraft';
import css from './TicketSearch.module.css';

export interface TicketSearchProps {
  /** Called with '' to show all tickets. */
  onSearch(text: string): void;
}

/** Searches a ticket by its number; at least three characters (spec §5). */
export function TicketSearch({ onSearch }: TicketSearchProps) {
  const { t } = useTranslation('tickets');
  const [text, setText] = useState(useRestoredDraft<string>('ticketSearch') ?? '');
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
