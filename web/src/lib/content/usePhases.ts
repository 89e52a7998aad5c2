import { useEffect, useMemo, useState } from 'react';
import { nextChange, phaseOf, timeOf, type Dated, type Phase } from './phase';

/** The longest delay of a browser's timer: milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

export type Phases<Item> = Record<Phase, Item[]>;

/**
 * Returns the items by phase, and renders again when an item starts or ends. Active items are sorted by their end,
 * upcoming ones by their start, concluded ones by their end with the latest first.
 */
export function usePhases<Item extends Dated>(
  items: readonly Item[] | undefined,
): Phases<Item> | undefined {
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const next = nextChange(items ?? [], now);
    if (next === undefined) return;
    const delay = Math.min(Math.max(0, next - Date.now()), maxTimerMs);
    const id = setTimeout(() => setNow(Date.now()), delay);
    return () => clearTimeout(id);
  }, [items, now]);

  return useMemo(() => {
    if (!items) return undefined;
    const of = (phase: Phase) => items.filter((item) => phaseOf(item, now) === phase);
    const start = (item: Item) => timeOf(item.Start_date);
    const end = (item: Item) => timeOf(item.End_date);
    return {
      active: of('active').sort((a, b) => end(a) - end(b)),
      upcoming: of('upcoming').sort((a, b) => start(a) - start(b)),
      concluded: of('concluded').sort((a, b) => end(b) - end(a)),
    };
  }, [items, now]);
}
