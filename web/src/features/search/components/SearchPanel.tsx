import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { IconHistory, IconSearch, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { gameSession } from '@/components/games/model/gameSession';
import { Button, IconButton } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { EmptyState } from '@/components/ui/State/State';
import { searchMinimum } from '@/contracts/constants';
import { useStore } from '@/lib/store/store';
import { useDebounced } from '@/lib/useDebounced';
import { canSuggest, isSearched, searchMaximum, useSuggest } from '../api/search';
import { recentSearches, type SearchResult } from '../model/results';
import { Results } from './Results';
import css from './SearchPanel.module.css';

/** The debounce delay of the input in milliseconds, shorter for suggestions. */
const debounceMs = () => (canSuggest() ? 120 : 250);

/** The search over slots, live tables and providers. The header's field, "/" and Ctrl+K open it. */
export function SearchPanel({ open, onClose }: { open: boolean; onClose(): void }) {
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
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const debouncedText = useDebounced(text, debounceMs());
  const searched = isSearched(text);
  const results = useSuggest(searched ? debouncedText : '');
  const flat = results.groups.flatMap((group) => group.results);
  const waiting = searched && (results.loading || debouncedText !== text);

  const changeText = (next: string) => {
    setText(next.slice(0, searchMaximum));
    setActive(-1);
  };

  const open = ({ game, to }: SearchResult) => {
    recentSearches.add(results.suggestion ?? text);
    if (game) gameSession.set(game);
    onClose();
    void navigate(to);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: Math.max(active, 0) - 1,
    };
    const next = steps[event.key];
    if (next !== undefined && flat.length > 0) {
      event.preventDefault();
      const index = (next + flat.length) % flat.length;
      setActive(index);
      document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
    }
    const selected = flat[Math.max(0, active)];
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
          ref={field}
          className={css.input}
          type="search"
          role="combobox"
          aria-expanded={flat.length > 0}
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
        {text.trim() !== '' && !searched ? t('minimum', { minimum: searchMinimum }) : ''}
      </p>
      {text.trim() === '' && <RecentSearches onPick={changeText} />}
      {searched && (
        <Results
          listId={listId}
          text={text.trim()}
          results={results}
          waiting={waiting}
          active={active}
          onOpen={open}
          onClose={onClose}
          onSuggestion={(name) => {
            changeText(name);
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Lists the last searches, or explains the search if there are none. */
function RecentSearches({ onPick }: { onPick(text: string): void }) {
  const { t } = useTranslation('search');
  const searches = useStore(recentSearches);
  if (searches.length === 0) {
    return (
      <EmptyState
        icon={<IconSearch size={32} />}
        title={t('start.title')}
        text={canSuggest() ? t('start.any') : t('start.text', { minimum: searchMinimum })}
      />
    );
  }
  return (
    <section aria-label={t('recent.title')}>
      <div className={css.recentSearchesHead}>
        <h3 className={css.title}>{t('recent.title')}</h3>
        <Button variant="subtle" size="small" onClick={recentSearches.clear}>
          {t('recent.clear')}
        </Button>
      </div>
      <div className={css.searches}>
        {searches.map((search) => (
          <Chip key={search} onClick={() => onPick(search)} aria-pressed={undefined}>
            <IconHistory size={16} aria-hidden="true" />
            {search}
          </Chip>
        ))}
      </div>
    </section>
  );
}
