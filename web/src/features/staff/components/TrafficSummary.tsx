import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format/useFormat';
import type { Totals } from '../model/traffic';
import css from './TrafficSummary.module.css';

/** The share of failed requests from which it is shown as a warning. */
const worrying = 0.02;

/** The last hour in words: requests, failures, slowest minutes. */
export function TrafficSummary({ totals }: { totals: Totals }) {
  const { t } = useTranslation('staff');
  const { number } = useFormat();
  if (totals.count === 0) return <p className={css.summary}>{t('traffic.none')}</p>;
  const rate = number(totals.errorRate, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <p className={css.summary}>
      <span>{t('traffic.requests', { count: totals.count, number: number(totals.count) })}</span>
      <span className={totals.errorRate >= worrying ? css.bad : undefined}>
        {t('traffic.errors', { rate })}
      </span>
      {totals.p95 !== undefined && (
        <span>{t('traffic.slowest', { ms: number(Math.round(totals.p95)) })}</span>
      )}
    </p>
  );
}
