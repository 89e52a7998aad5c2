import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { searchMinimum } from '@/contracts/constants';
import { searchText } from '../model/gameFilter';
import css from './FilterBar.module.css';

/** The delay of the search in milliseconds, and the maximum length of its text. */
const debounceMs = 350;
const maximum = 64;

interface ListSearchProps {
  /** The current search text of the list. */
  text: string | undefined;
  onSearch(text: string | undefined): void;
}

/** Searches a list by game names, from 3 characters on. */
export function ListSearch({ text, onSearch }: ListSearchProps) {
  const { t } = useTranslation('games');
  const [value, setValue] = useState(text ?? '');
  const sent = useRef(text);
  useEffect(() => {
    // A link to the whole list or a back navigation ended the search.
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
