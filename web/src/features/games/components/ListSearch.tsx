import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { searchMinimum } from '@/contracts/constants';
import { searchText } from '../model/gameFilter';
import css from './FilterBar.module.css';

/** The delay between the last key and the search, and the longest text (calls.md §2, SearchText). */
const debounceMs = 350;
const maximum = 64;

interface ListSearchProps {
  /** The text that the list is searched for. */
  text: string | undefined;
  onSearch(text: string | undefined): void;
}

/** Searches a list by the names of its games, from 3 characters on (spec §5). */
export function ListSearch({ text, onSearch }: ListSearchProps) {
  const { t } = useTranslation('games');
  const [value, setValue] = useState(text ?? '');
  const sent = useRef(text);
  useEffect(() => {
    // The search was ended elsewhere: by a link to the whole list, or by going back.
    if (text === sent.current) return;
    sent.current = text;
    setValue(text ?? '');
  }, [text]);
  const search = useEffectEvent((next: string | undefined) => {
    sent.current = next;
    onSearch(next);
  });
  useEffect(() => {
    const next = searchText(value);
    if (next === sent.current) return;
    const id = setTimeout(() => search(next), debounceMs);
    return () => clearTimeout(id);
  }, [value]);
  const tooShort = value.trim() !== '' && searchText(value) === undefined;
  return (
    <>
      <label className={css.search}>
        <span className="visually-hidden">{t('search.label')}</span>
        <IconSearch size={18} aria-hidden="true" />
        <input
          type="search"
          placeholder={t('search.label')}
          maxLength={maximum}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <p className={css.hint} role="status">
        {tooShort ? t('search.minimum', { minimum: searchMinimum }) : ''}
      </p>
    </>
  );
}
