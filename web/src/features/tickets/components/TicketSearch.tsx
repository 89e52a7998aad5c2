import { useId, useState, type FormEvent } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import { searchMinimum } from '@/contracts/constants';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts';
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
  const [short, setShort] = useState(false);
  const hint = useId();

  const change = (value: string) => {
    setText(value);
    setShort(false);
    if (value.trim() === '') onSearch('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    const tooShort = wanted !== '' && wanted.length < searchMinimum;
    setShort(tooShort);
    if (!tooShort) onSearch(wanted);
  };

  return (
    <form role="search" className={css.form} onSubmit={submit}>
      <div className={css.line}>
        <IconSearch size={20} className={css.icon} aria-hidden="true" />
        <input
          className={css.input}
          type="search"
          inputMode="numeric"
          aria-label={t('search.label')}
          aria-invalid={short || undefined}
          aria-describedby={short ? hint : undefined}
          placeholder={t('search.label')}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <Button type="submit">{t('search.button')}</Button>
      </div>
      {short && (
        <p id={hint} className={css.hint} role="alert">
          {t('search.short', { count: searchMinimum })}
        </p>
      )}
    </form>
  );
}
