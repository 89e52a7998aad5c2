import { IconMoodEmpty } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Cover, EmptyState, ErrorState, ListSkeleton } from '@/components/ui';
import { idOf, kindOf, playAddress, type AnyGame } from '@/components/games/model';
import type { SearchResults } from '../api/useSearch';
import css from './Results.module.css';

export interface ResultsProps {
  listId: string;
  text: string;
  results: SearchResults;
  waiting: boolean;
  /** The index of the active result; -1 for none. */
  active: number;
  onOpen(game: AnyGame): void;
}

/** The search results, slots before tables. */
export function Results({ listId, text, results, waiting, active, onOpen }: ResultsProps) {
  const { t } = useTranslation('search');
  const { slots, tables, error, reload } = results;
  const count = slots.length + tables.length;
  if (waiting && count === 0) return <ListSkeleton count={5} />;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (count === 0) {
    return (
      <EmptyState
        icon={<IconMoodEmpty size={32} />}
        title={t('empty.title', { text })}
        text={t('empty.text')}
      />
    );
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('found', { count })}
      </p>
      <div id={listId} role="listbox" aria-label={t('results')} aria-busy={waiting}>
        <Group title={t('slots')} games={slots} {...{ listId, active, onOpen }} first={0} />
        <Group
          title={t('live')}
          games={tables}
          {...{ listId, active, onOpen }}
          first={slots.length}
        />
      </div>
    </>
  );
}

interface GroupProps extends Pick<ResultsProps, 'listId' | 'active' | 'onOpen'> {
  title: string;
  games: readonly AnyGame[];
  /** The index of the group's first result among all results. */
  first: number;
}

function Group({ title, games, first, listId, active, onOpen }: GroupProps) {
  if (games.length === 0) return null;
  return (
    <div role="group" aria-label={title} className={css.group}>
      <p className={css.title} aria-hidden="true">
        {title}
      </p>
      {games.map((game, index) => (
        <Link
          key={idOf(game)}
          id={`${listId}-${first + index}`}
          role="option"
          aria-selected={first + index === active}
          className={css.result}
          to={playAddress(game)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(game);
          }}
        >
          <span className={css.image} data-kind={kindOf(game)}>
            <Cover src={game.image} width={64} height={64} />
          </span>
          <span className={css.text}>
            <span className={css.name}>{game.name}</span>
            <span className={css.provider}>{game.providerName}</span>
          </span>
        </Link>
      ))}
    </div>
  );
}
