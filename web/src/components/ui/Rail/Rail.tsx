import { Children, startTransition, useRef, useState, type ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionErrors } from '../SectionErrors/SectionErrors';
import { classes } from '../classes';
import css from './Rail.module.css';
import { useRail } from './useRail';

/** The kind of items in a row: 3:4 tiles, 16:10 tables, wide or small cards, or cards of wins. */
export type RailItems = 'tile' | 'table' | 'wide' | 'small' | 'win';

export interface RailProps {
  items?: RailItems;
  /** The accessible name of the list. */
  label?: string;
  busy?: boolean;
  /** Appears without motion, because the page shows the row from the start. */
  still?: boolean;
  children: ReactNode;
}

/** The number of items in the first render, one more than fit into the widest window. */
const firstCount = 8;

/**
 * A row that scrolls horizontally, with arrow buttons on wide screens. It renders its further items
 * when a finger, a pointer or the focus reaches it, or when it scrolls.
 */
export function Rail({ items = 'tile', label, busy, still, children }: RailProps) {
  const { t } = useTranslation('common');
  const list = Children.toArray(children);
  const [wanted, setWanted] = useState(list.length <= firstCount);
  const shown = wanted ? list : list.slice(0, firstCount);
  const track = useRef<HTMLUListElement>(null);
  const { atStart, atEnd, scroll } = useRail(track, shown.length);
  const want = wanted ? undefined : () => startTransition(() => setWanted(true));
  return (
    <div className={css.rail} onPointerEnter={want} onTouchStart={want} onFocus={want}>
      <ul
        ref={track}
        className={classes(css.track, css[items], still && css.still)}
        aria-label={label}
        aria-busy={busy}
        onScroll={want}
      >
        {Children.map(shown, (child) => (
          <li>
            <SectionErrors of="card">{child}</SectionErrors>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={classes(css.arrow, css.previous)}
        aria-label={t('rail.previous')}
        disabled={atStart}
        tabIndex={-1}
        onClick={() => scroll(-1)}
      >
        <IconChevronLeft className="rtl-flip" />
      </button>
      <button
        type="button"
        className={classes(css.arrow, css.next)}
        aria-label={t('rail.next')}
        disabled={atEnd}
        tabIndex={-1}
        onClick={() => scroll(1)}
      >
        <IconChevronRight className="rtl-flip" />
      </button>
    </div>
  );
}
