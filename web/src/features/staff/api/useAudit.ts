import useSWRInfinite from 'swr/infinite';
import { auditQuery, type AuditEntry, type AuditFilter } from '../model/audit';
import { dataOf, staff } from './client';
import type { StaffError } from './error';
import type { StaffRead } from './useStaff';

const pageLength = 50;

/** What a page has of the audit log: its entries, newest first, and the way to older ones. */
export interface Audit extends StaffRead<readonly AuditEntry[]> {
  hasMore: boolean;
  loadingMore: boolean;
  loadMore(): void;
}

/** Reads the entries of the audit log that match a filter, page by page. */
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
  // After a failure the page that is missing is requested again.
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
