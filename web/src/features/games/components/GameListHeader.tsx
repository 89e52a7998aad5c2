import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { usePageTitle } from '@/lib/page/usePageTitle';
import css from './GameListHeader.module.css';

export interface GameListHeaderProps {
  title: string;
  /** The number of games as text; undefined while unknown. */
  count: string | undefined;
}

/** The title of a list of games with the number of its games. */
export function GameListHeader({ title, count }: GameListHeaderProps) {
  usePageTitle(title);
  return (
    <PageTitle aside={count === undefined ? undefined : <span className={css.count}>{count}</span>}>
      {title}
    </PageTitle>
  );
}
