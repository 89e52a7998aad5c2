import { Children, type ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { classes } from '../classes';
import css from './Rail.module.css';
import { useRail } from './useRail';

/** What a row holds: 3:4 tiles, 16:10 tables, wide cards or small ones. */
export type RailItems = 'tile' | 'table' | 'wide' | 'small';

export interface RailProps {
  items?: RailItems;
  /** The row's name for screen readers: mostly that of its title. */
  label?: string;
  busy?: boolean;
  children: ReactNode;
}

/** A row that scrolls sideways: bleeds off the edge on a phone, arrows on hover at a desk. */
export function Rail({ items = 'tile', label, busy, children }: RailProps) {
  const { t } = useTranslation('common');
  const { track, atStart, atEnd, scroll } = useRail();
  return (
    <div className={css.rail}>
      <ul
        ref={track}
        className={classes(css.track, css[items])}
        aria-label={label}
        aria-busy={busy}
      >
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
      <button
        type="button"
        className={classes(css.arrow, css.back)}
        aria-label={t('rail.back')}
        disabled={atStart}
        tabIndex={-1}
        onClick={() => scroll(-1)}
      >
        <IconChevronLeft className="flips" />
      </button>
      <button
        type="button"
        className={classes(css.arrow, css.on)}
        aria-label={t('rail.on')}
        disabled={atEnd}
        tabIndex={-1}
        onClick={() => scroll(1)}
      >
        <IconChevronRight className="flips" />
      </button>
    </div>
  );
}
