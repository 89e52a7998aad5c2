import { bootstrap } from '../bootstrap/bootstrap';
import { parseWireDate } from '../format/date';

/** An item with a period: promotions, tournaments, sliders. */
export interface Dated {
  Start_date: string;
  End_date: string;
}

/** The phase of a period (spec §4, tournament class). */
export type Phase = 'upcoming' | 'active' | 'concluded';

/** Converts a wire date of the brand to milliseconds since 1970. */
export const timeOf = (date: string): number => parseWireDate(date, bootstrap().timeZone).getTime();

/** Returns the phase of an item at `now`, milliseconds since 1970. */
export function phaseOf(item: Dated, now: number): Phase {
  if (timeOf(item.Start_date) > now) return 'upcoming';
  return timeOf(item.End_date) < now ? 'concluded' : 'active';
}

/** Returns the next time after `now` at which an item starts or ends; undefined when there is none. */
export function nextChange(items: readonly Dated[], now: number): number | undefined {
  const times = items.flatMap((item) => [timeOf(item.Start_date), timeOf(item.End_date) + 1]);
  const future = times.filter((time) => time > now);
  return future.length > 0 ? Math.min(...future) : undefined;
}
