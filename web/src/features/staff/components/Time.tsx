import { useNow } from '@/lib/clock';
import { useDates } from '../hooks/useDates';

export interface TimeProps {
  /** RFC 3339. */
  at: string;
  /** Says also how long ago or in how long. */
  relative?: boolean;
  seconds?: boolean;
}

/** A time in the browser's zone; the tooltip has it with seconds and zone. */
export function Time({ at, relative, seconds }: TimeProps) {
  const dates = useDates();
  const now = useNow(30_000);
  const shown = seconds ? dates.withSeconds(at) : dates.short(at);
  return (
    <time dateTime={at} title={dates.exact(at)}>
      {shown + (relative ? ` · ${dates.relative(at, now)}` : '')}
    </time>
  );
}
