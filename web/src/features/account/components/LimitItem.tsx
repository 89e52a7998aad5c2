import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useLimitsSet } from '@/contracts/hooks/limits';
import type { PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { toastSuccess } from '@/lib/toast/store';
import { limitRequest } from '../model/limitRequest';
import { refreshLimits } from '../model/refreshLimits';
import { useLimitValue } from '../hooks/useLimitValue';
import { useSavedText } from '../hooks/useSavedText';
import { PendingLimit } from './PendingLimit';
import css from './Limits.module.css';

/** A limit in force: what is left of it, what waits, and its removal. */
export function LimitItem({ limit }: { limit: PlayerLimit }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const titleId = useId();
  const { kind, period, used, left, renews, as_of: asOf, pending } = limit;
  const value = useLimitValue(kind);
  const saved = useSavedText();
  const total = limit.amount ?? limit.minutes ?? 0;
  const { run, busy } = useLimitsSet({
    onSuccess: async ({ limits }) => {
      await refreshLimits();
      toastSuccess(
        saved(
          limits.find((playerLimit) => playerLimit.kind === kind && playerLimit.period === period),
        ),
      );
    },
  });
  const waitsForRemoval = pending && (pending.amount ?? pending.minutes ?? null) === null;
  return (
    <li className={css.limit} aria-labelledby={titleId}>
      <div className={css.head}>
        <h3 id={titleId} className={css.period}>
          {t(`limit.${period}`)}
        </h3>
        <p className={css.amount}>{value(total)}</p>
      </div>
      <div>
        <progress
          className={css.bar}
          aria-labelledby={titleId}
          max={total}
          value={Math.min(used, total)}
        />
        <p className={css.note}>
          {`${t('limit.left', { amount: value(left) })} · ${t('limit.renews', { date: format.date(renews) })}` +
            (asOf ? ` · ${t('limit.asOf', { date: format.date(asOf) })}` : '')}
        </p>
      </div>
      {pending && <PendingLimit limit={limit} pending={pending} />}
      {limit.set_by_platform && <p className={css.note}>{t('limit.byPlatform')}</p>}
      {!waitsForRemoval && !limit.set_by_platform && (
        <div className={css.actions}>
          <Button busy={busy} onClick={() => void run(limitRequest(kind, period, null))}>
            {t('limit.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}
