import useSWR, { mutate } from 'swr';
import { panelHeader, panelValue } from '@/contracts/constants';
import type { CheckMaintenanceAnswer } from '@/contracts/types';
import { bootstrap } from '../bootstrap';
import { reasonOf } from '../gateway/reason';
import { useLanguage } from '../i18n';

/** The brand's state as anyone may see it (calls.md §4). */
export interface SiteStatus {
  /** Undefined until the first answer. */
  status: CheckMaintenanceAnswer | undefined;
  /** The last question could not be answered. */
  failed: boolean;
  /** Milliseconds since 1970 of the last answer. */
  checkedAt: number | undefined;
  checking: boolean;
  /** Asks now; resolves with the answer, undefined when there was none. */
  check(): Promise<CheckMaintenanceAnswer | undefined>;
}

const path = '/v1/check-maintenance';

type Checked = CheckMaintenanceAnswer & { checkedAt: number };

/**
 * Asks `GET /v1/check-maintenance`: unlike the gateway's check_status it tells message and end without
 * counting as a failed call, so that it can be repeated. `every`: milliseconds between questions.
 */
export function useSiteStatus(every: number): SiteStatus {
  const { language } = useLanguage();
  const { name } = bootstrap().brand;
  const query = new URLSearchParams({ sitename: name, version: __APP_VERSION__, Lang: language });
  const swr = useSWR(`${path}?${query}`, ask, {
    refreshInterval: every,
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

async function ask(address: string): Promise<Checked> {
  const response = await fetch(address, { headers: { [panelHeader]: panelValue } });
  const answer = (await response.json()) as CheckMaintenanceAnswer;
  if (typeof answer.result !== 'boolean') throw new Error(`${address} answered ${response.status}`);
  const { message = '' } = answer;
  // The standard message is a word between machines; players get the page's own text instead.
  const standard = reasonOf({ code: response.status, debug: '', message }) === 'maintenance';
  return { ...answer, message: standard ? '' : message, checkedAt: Date.now() };
}

/** Asks again wherever the state is shown: it has just been told to have changed. */
export const revalidateSiteStatus = (): Promise<unknown> =>
  mutate((key) => typeof key === 'string' && key.startsWith(`${path}?`));
