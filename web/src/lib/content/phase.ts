import { useEffect, useMemo, useState } from 'react';
import { bootstrap } from '../bootstrap/bootstrap';
import { parseWireDate, wireDateAsUtc } from '../format/date';

/** An item with a period: promotions, tournaments, sliders. */
export interface Dated {
  Start_date: string;
  End_date: string;
}

/** The phase of a period. */
export type Phase = 'upcoming' | 'active' | 'concluded';

/** Converts a wire date of the brand to milliseconds since 1970. */
export const timeOf = (date: string): number => parseWireDate(date, bootstrap().timeZone).getTime();

const dayMs = 86_400_000;

/**
 * Returns the time of a wire date: milliseconds since 1970. Far from `now` it may be a day too
 * early. This saves the creation of a formatter, which is slow.
 */
function timeNear(date: string, now: number): number {
  const asUtc = wireDateAsUtc(date);
  return Math.abs(asUtc - now) > 2 * dayMs ? asUtc - dayMs : timeOf(date);
}

/** Returns the phase of an item at `now`, milliseconds since 1970. */
export function phaseOf(item: Dated, now: number): Phase {
  if (timeNear(item.Start_date, now) > now) return 'upcoming';
  return timeNear(item.End_date, now) < now ? 'concluded' : 'active';
}

/** Returns when to compute the phases again, at the latest when the next item starts or ends. */
export function nextChange(items: readonly Dated[], now: number): number | undefined {
  const times = items.flatMap((item) => [
    timeNear(item.Start_date, now),
    timeNear(item.End_date, now) + 1,
  ]);
  const future = times.filter((time) => time > now);
  return future.length > 0 ? Math.min(...future) : undefined;
}

/** The longest delay of a browser's timer in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

type Phases<Item> = Record<Phase, Item[]>;

/**
 * Returns the items by phase, and renders again when an item starts or ends. Active items are
 * sorted by end, upcoming items by start, and concluded items by end with the latest first.
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
    const start = (item: Item) => wireDateAsUtc(item.Start_date);
    const end = (item: Item) => wireDateAsUtc(item.End_date);
    return {
      active: of('active').sort((a, b) => end(a) - end(b)),
      upcoming: of('upcoming').sort((a, b) => start(a) - start(b)),
      concluded: of('concluded').sort((a, b) => end(b) - end(a)),
    };
  }, [items, now]);
}
