import { useEffect, useRef, useState } from 'react';
import { IconCaretDownFilled, IconCaretUpFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Odometer } from '../Odometer/Odometer';
import css from './Rank.module.css';

/**
 * A place in a ranking, 1 is the first. If it changes, the digits roll, an arrow shows the direction and screen
 * readers announce the change.
 */
export function Rank({ rank }: { rank: number }) {
  const { t } = useTranslation('common');
  const before = useRef(rank);
  const [change, setChange] = useState<'up' | 'down'>();
  useEffect(() => {
    if (before.current === rank) return;
    setChange(rank < before.current ? 'up' : 'down');
    before.current = rank;
  }, [rank]);
  return (
    <span className={css.rank} data-change={change}>
      <Odometer text={`#${rank}`} />
      {/* The key restarts the animation of a second change in the same direction. */}
      {change && (
        <span key={rank} className={css.change} aria-hidden="true">
          {change === 'up' ? <IconCaretUpFilled size={14} /> : <IconCaretDownFilled size={14} />}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {change && t(change === 'up' ? 'rank.up' : 'rank.down', { rank })}
      </span>
    </span>
  );
}
