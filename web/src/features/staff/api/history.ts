import useSWRInfinite from 'swr/infinite';
import { useNow } from '@/lib/clock';
import { auditQuery, type AuditEntry, type AuditFilter } from '../model/accounts';
import { hourMinutes, seriesOf, type Series } from '../model/traffic';
import { dataOf, staff, useStaff, type StaffError, type StaffRead } from './client';

const pageLength = 50;

/** A read of the audit log, with its entries newest first and a function that loads older ones. */
interface Audit extends StaffRead<readonly AuditEntry[]> {
  hasMore: boolean;
  loadingMore: boolean;
  loadMore(): void;
}

/** Reads the matching entries of the audit log page by page. */
export function useAudit(filter: AuditFilter): Audit {
  const query = auditQuery(filter);
  const swr = useSWRInfinite<readonly AuditEntry[], StaffError>(
    (index, previous: readonly AuditEntry[] | null) => {
      if (index > 0 && (previous?.length ?? 0) < pageLength) return null;
      return ['staff', '/audit', { ...query, before: previous?.at(-1)?.id }];
    },
    readPage,
    { revalidateFirstPage: false, shouldRetryOnError: false },
  );
  const { data, error, size, setSize, mutate, isValidating } = swr;
  // After a failure the missing page is requested again.
  const incomplete = data !== undefined && data.length < size;
  return {
    data: data?.flat(),
    error,
    loading: data === undefined && error === undefined,
    reload: () => void mutate(),
    hasMore: data?.at(-1)?.length === pageLength,
    loadingMore: incomplete && isValidating,
    loadMore: () => void setSize(incomplete ? size : size + 1),
  };
}

async function readPage([, , page]: readonly [string, string, AuditFilter & { before?: string }]) {
  const query = { ...page, limit: pageLength };
  return (await dataOf(staff.GET('/audit', { params: { query } }))) as readonly AuditEntry[];
}

const minuteMs = 60_000;

/**
 * Reads the traffic of the last hour. Returns a function for the series of a brand and an upstream:
 * undefined while loading, null after a failure.
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
