import { bootstrap } from '@/lib/bootstrap';
import { parseWireDate } from '@/lib/format';

interface Dated {
  Start_date: string;
  End_date: string;
}

/** How often it is looked whether something has begun or ended: milliseconds. */
export const minute = 60_000;

/** Milliseconds since 1970 of a wire date of the brand. */
export const timeOf = (date: string): number => parseWireDate(date, bootstrap().timeZone).getTime();

/** Whether the present time lies between start and end (spec §5, lists). */
export const runs = (item: Dated, now: number): boolean =>
  timeOf(item.Start_date) <= now && now <= timeOf(item.End_date);

/** Whether an item is still to start, runs, or is over (spec §4, tournament class). */
export function phaseOf(item: Dated, now: number): 'upcoming' | 'active' | 'concluded' {
  if (timeOf(item.Start_date) > now) return 'upcoming';
  return timeOf(item.End_date) < now ? 'concluded' : 'active';
}
