import { bootstrap } from '../bootstrap/bootstrap';
import { parseWireDate } from '../format/date';

/** What has a time of its own: promotions, tournaments, sliders. */
export interface Dated {
  Start_date: string;
  End_date: string;
}

/** Still to start, running, or over (spec §4, tournament class). */
export type Phase = 'upcoming' | 'active' | 'concluded';

/** Milliseconds since 1970 of a wire date of the brand. */
export const timeOf = (date: string): number => parseWireDate(date, bootstrap().timeZone).getTime();

/** The phase of an item at `now`, milliseconds since 1970. */
export function phaseOf(item: Dated, now: number): Phase {
  if (timeOf(item.Start_date) > now) return 'upcoming';
  return timeOf(item.End_date) < now ? 'concluded' : 'active';
}

/** The next moment after `now` at which an item starts or ends; undefined when none will. */
export function nextChange(items: readonly Dated[], now: number): number | undefined {
  const times = items.flatMap((item) => [timeOf(item.Start_date), timeOf(item.End_date) + 1]);
  const ahead = times.filter((time) => time > now);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}
