import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Picture } from '@/components/ui/Image/Picture';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { paths } from '@/lib/paths/paths';
import type { ResultGroup, SearchResult, SearchResults } from '../model/results';
import css from './Results.module.css';

interface ResultsProps {
  listId: string;
  text: string;
  results: SearchResults;
  waiting: boolean;
  /** The index of the active result, or -1 for none. */
  active: number;
  onOpen(result: SearchResult): void;
  /** Searches for the suggested name. */
  onSuggestion(text: string): void;
  onClose(): void;
}

/** The search results: slots, then tables, then providers. */
export function Results(props: ResultsProps) {
  const { listId, text, results, waiting, active, onOpen, onSuggestion, onClose } = props;
  const { t } = useTranslation('search');
  const { groups, suggestion, error, reload } = results;
  const count = groups.reduce((sum, group) => sum + group.results.length, 0);
  if (waiting && count === 0) return <ListSkeleton count={5} />;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (count === 0) {
    return (
      <EmptyState title={t('empty.title', { text })} text={t('empty.text')}>
        <ButtonLink to={paths.slots.to()} onClick={onClose}>
          {t('slots')}
        </ButtonLink>
        <ButtonLink to={paths.live.to()} onClick={onClose}>
          {t('live')}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {!waiting && t('found', { count })}
      </p>
      {suggestion && (
        <p className={css.suggestion}>
          {t('suggestion.none', { text })}{' '}
          <button type="button" className={css.meant} onClick={() => onSuggestion(suggestion)}>
            {t('suggestion.meant', { name: suggestion })}
          </button>
        </p>
      )}
      <div id={listId} role="listbox" aria-label={t('results')} aria-busy={waiting}>
        {groups.map((group, index) => (
          <Group
            key={group.kind}
            group={group}
            first={groups
              .slice(0, index)
              .reduce((sum, resultGroup) => sum + resultGroup.results.length, 0)}
            {...{ listId, active, onOpen }}
          />
        ))}
      </div>
    </>
  );
}

interface GroupProps extends Pick<ResultsProps, 'listId' | 'active' | 'onOpen'> {
  group: ResultGroup;
  /** The index of the group's first result among all results. */
  first: number;
}

function Group({ group, first, listId, active, onOpen }: GroupProps) {
  const { t } = useTranslation('search');
  const title = t(group.kind);
  return (
    <div role="group" aria-label={title} className={css.group}>
      <p className={css.title} aria-hidden="true">
        {title}
      </p>
      {group.results.map((result, index) => (
        <Link
          key={result.key}
          id={`${listId}-${first + index}`}
          role="option"
          aria-selected={first + index === active}
          className={css.result}
          to={result.to}
          // The arrow keys of the field select a result.
          tabIndex={-1}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(result);
          }}
        >
          <span className={css.image} data-kind={result.shape}>
            <Picture of={result} width={64} height={64} sizes="64px" />
          </span>
          <span className={css.text}>
            <span className={css.name}>{result.name}</span>
            <span className={css.provider}>
              <Detail result={result} />
            </span>
          </span>
        </Link>
      ))}
    </div>
  );
}

/** The second line: the provider of a game, or the numbers of a provider's games and tables. */
function Detail({ result: { game, provider } }: { result: SearchResult }) {
  const { t } = useTranslation(['common', 'search']);
  if (game) return game.providerName;
  if (!provider) return null;
  const { gameCount, tableCount = 0 } = provider;
  return [
    gameCount > 0 && t('providers.games', { count: gameCount }),
    tableCount > 0 && t('search:tables', { count: tableCount }),
  ]
    .filter(Boolean)
    .join(' · ');
}
