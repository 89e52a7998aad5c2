import { useEffect, useMemo, useState } from 'react';
import { nextChange, phaseOf, timeOf, type Dated, type Phase } from './phase';

/** A browser's timer holds no longer span: milliseconds. */
const longestTimer = 2 ** 31 - 1;

export type Phases<Item> = Record<Phase, Item[]>;

/**
 * Items by phase, and again by itself at the moment one starts or ends. Running ones by their end,
 * coming ones by their start, past ones the latest first.
 */
export function usePhases<Item extends Dated>(
  items: readonly Item[] | undefined,
): Phases<Item> | undefined {
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const next = nextChange(items ?? [], now);
    if (next === undefined) return;
    const wait = Math.min(Math.max(0, next - Date.now()), longestTimer);
    const id = setTimeout(() => setNow(Date.now()), wait);
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
