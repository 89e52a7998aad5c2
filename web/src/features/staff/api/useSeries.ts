import { useNow } from '@/lib/clock';
import { hourMinutes, seriesOf, type Series } from '../model/traffic';
import { useStaff } from './useStaff';

const minuteMs = 60_000;

/**
 * Reads the traffic of the last hour and returns the function that chooses that of a brand and an upstream: undefined
 * until it is read, null when it could not be read.
 */
export function useSeries(): (brand: string, upstream: string) => Series | null | undefined {
  const traffic = useStaff(
    '/traffic',
    { query: { minutes: hourMinutes } },
    { pollIntervalMs: minuteMs },
  );
  const now = useNow(minuteMs);
  return (brand, upstream) => {
    if (!traffic.data) return traffic.error && null;
    return seriesOf(traffic.data, (row) => row.brand === brand && row.upstream === upstream, now);
  };
}
