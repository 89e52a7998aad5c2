import useSWR, { mutate } from 'swr';
import { panelHeader, panelValue } from '@/contracts/constants';
import type { CheckMaintenanceAnswer } from '@/contracts/types';
import { bootstrap } from '../bootstrap/bootstrap';
import { reasonOf } from '../gateway/error';
import { useLanguage } from '../i18n/language';

/** The public status of the brand's site. */
interface SiteStatus {
  /** Undefined until the first response. */
  status: CheckMaintenanceAnswer | undefined;
  /** True when the last request failed. */
  failed: boolean;
  /** The arrival of the last response: milliseconds since 1970. */
  checkedAt: number | undefined;
  checking: boolean;
  /** Requests the status now. Resolves with undefined after a failure. */
  check(): Promise<CheckMaintenanceAnswer | undefined>;
}

const path = '/v1/check-maintenance';

type Checked = CheckMaintenanceAnswer & { checkedAt: number };

/**
 * Polls `GET /v1/check-maintenance`. Unlike the gateway's check_status, it returns the message and
 * the end of the maintenance, and does not fail during maintenance.
 */
export function useSiteStatus(pollIntervalMs: number): SiteStatus {
  const { language } = useLanguage();
  const { name } = bootstrap().brand;
  const query = new URLSearchParams({ sitename: name, version: __APP_VERSION__, Lang: language });
  const swr = useSWR(`${path}?${query}`, fetchStatus, {
    refreshInterval: pollIntervalMs,
    refreshWhenHidden: true,
    dedupingInterval: 0,
    shouldRetryOnError: false,
  });
  return {
    status: swr.data,
    failed: swr.error !== undefined,
    checkedAt: swr.data?.checkedAt,
    checking: swr.isValidating,
    check: () => swr.mutate().catch(() => undefined),
  };
}

async function fetchStatus(url: string): Promise<Checked> {
  const response = await fetch(url, { headers: { [panelHeader]: panelValue } });
  const status = (await response.json()) as CheckMaintenanceAnswer;
  if (typeof status.result !== 'boolean')
    throw new Error(`could not fetch ${url}: status ${response.status}`);
  const { message = '' } = status;
  // The standard message is for programs. Players see the page's own text.
  const standard = reasonOf({ code: response.status, debug: '', message }) === 'maintenance';
  return { ...status, message: standard ? '' : message, checkedAt: Date.now() };
}

/** Revalidates the status in every component that uses it. */
export const revalidateSiteStatus = (): Promise<unknown> =>
  mutate((key) => typeof key === 'string' && key.startsWith(`${path}?`));
