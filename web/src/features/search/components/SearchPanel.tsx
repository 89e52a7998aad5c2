import { useId, useState, type KeyboardEvent } from 'react';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog, IconButton } from '@/components/ui';
import { searchMinimum } from '@/contracts/constants';
import { gameSession, playAddress, type AnyGame } from '@/components/games/model';
import { isSearchable, searchMaximum, useSearch } from '../api/useSearch';
import { recentSearches } from '../model/recentSearches';
import { RecentSearches } from './RecentSearches';
import { Results } from './Results';
import { useDebounced } from '../hooks/useDebounced';
import css from './SearchPanel.module.css';

export interface SearchPanelProps {
  open: boolean;
  onClose(): void;
}

/** The debounce delay of the input. */
const debounceMs = 250;

/** The search over slots and live tables, opened by the header's field, "/" and Ctrl+K. */
export function SearchPanel({ open, onClose }: SearchPanelProps) {
  const { t } = useTranslation('search');
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="large" hideTitle>
      <Search onClose={onClose} />
    </Dialog>
  );
}

function Search({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const debouncedText = useDebounced(text, debounceMs);
  const searchable = isSearchable(text);
  const results = useSearch(searchable ? debouncedText : '');
  const games: AnyGame[] = [...results.slots, ...results.tables];
  const waiting = searchable && (results.loading || debouncedText !== text);

  const changeText = (next: string) => {
    setText(next.slice(0, searchMaximum));
    setActive(-1);
  };

  const open = (game: AnyGame) => {
    recentSearches.add(text);
    gameSession.set(game);
    onClose();
    void navigate(playAddress(game));
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const next = steps[event.key];
    if (next !== undefined && games.length > 0) {
      event.preventDefault();
      setActive((next + games.length) % games.length);
    }
    const selected = games[Math.max(0, active)];
    if (event.key === 'Enter' && selected && !waiting) {
      event.preventDefault();
      open(selected);
    }
  };

  return (
    <div className={css.panel}>
      <div className={css.head}>
        <IconSearch size={22} className={css.icon} aria-hidden="true" />
        <input
          className={css.input}
          type="search"
          role="combobox"
          aria-expanded={games.length > 0}
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          aria-label={t('label')}
          aria-describedby={`${listId}-hint`}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          data-autofocus
          value={text}
          onChange={(event) => changeText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <IconButton label={t('close')} icon={<IconX />} onClick={onClose} />
      </div>
      <p id={`${listId}-hint`} className={css.hint} role="status">
        {text.trim() !== '' && !searchable ? t('minimum', { minimum: searchMinimum }) : ''}
      </p>
      {text.trim() === '' && <RecentSearches onPick={changeText} />}
      {searchable && (
        <Results
          listId={listId}
          text={text.trim()}
          results={results}
          waiting={waiting}
          active={active}
          onOpen={open}
        />
      )}
    </div>
  );
}
