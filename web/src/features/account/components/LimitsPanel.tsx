import { useId } from 'react';
import { IconArrowsDown, IconClockHour4, IconCoins, IconWallet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LimitForm } from '@/components/limits/LimitForm';
import { isInMinutes, limitRequest, refreshLimits } from '@/components/limits/limits';
import { Button } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import { useLimitsCancelPending, useLimitsConfirm, useLimitsSet } from '@/contracts/hooks/limits';
import type { LimitKind, PendingLimit, PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { toastSuccess } from '@/lib/toast/store';
import css from './Limits.module.css';

const icons = {
  deposit: IconWallet,
  loss: IconArrowsDown,
  stake: IconCoins,
  session_time: IconClockHour4,
} satisfies Record<LimitKind, unknown>;

/** Lists the player's limits of one kind, which the server enforces, and adds limits. */
export function LimitsPanel({ kind, limits }: { kind: LimitKind; limits: readonly PlayerLimit[] }) {
  const { t } = useTranslation('limits');
  const Icon = icons[kind];
  const own = limits.filter((limit) => limit.kind === kind);
  return (
    <Panel
      icon={<Icon size={22} />}
      title={t(`kinds.${kind}.title`)}
      text={t(`kinds.${kind}.text`)}
    >
      {own.length > 0 ? (
        <ul className={css.limits}>
          {own.map((limit) => (
            <LimitItem key={limit.period} limit={limit} />
          ))}
        </ul>
      ) : (
        <p className={css.note}>{t('limit.none')}</p>
      )}
      <NewLimit kind={kind} />
    </Panel>
  );
}

/** The form of LimitsPanel. */
function NewLimit({ kind }: { kind: LimitKind }) {
  const { t } = useTranslation('limits');
  const saved = useSavedText();
  const inMinutes = isInMinutes(kind);
  return (
    <LimitForm
      kind={kind}
      initialPeriod="day"
      texts={{
        period: t('limit.period'),
        day: t('limit.day'),
        week: t('limit.week'),
        month: t('limit.month'),
        value: t(inMinutes ? 'limit.minutes' : 'limit.amount'),
        invalid: t(inMinutes ? 'limit.invalidMinutes' : 'limit.invalid'),
        save: t('limit.save'),
      }}
      onSaved={async (limit) => {
        await refreshLimits();
        toastSuccess(saved(limit));
      }}
    />
  );
}

/** An active limit with its remainder, its pending change and its removal. */
function LimitItem({ limit }: { limit: PlayerLimit }) {
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
      toastSuccess(saved(limits.find((other) => other.kind === kind && other.period === period)));
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
      {pending && <PendingChange limit={limit} pending={pending} />}
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

/** A pending looser limit. The player can drop it at any time and confirm it after the wait. */
function PendingChange({ limit, pending }: { limit: PlayerLimit; pending: PendingLimit }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const done = (text: string) => async () => {
    await refreshLimits();
    toastSuccess(text);
  };
  const confirm = useLimitsConfirm({ onSuccess: done(t('pending.confirmed')) });
  const cancel = useLimitsCancelPending({ onSuccess: done(t('pending.cancelled')) });
  const { kind, period } = limit;
  const value = useLimitValue(kind);
  const wanted = pending.amount ?? pending.minutes ?? null;
  return (
    <div className={css.pending}>
      <p>
        {wanted === null ? t('pending.removal') : t('pending.change', { amount: value(wanted) })}
      </p>
      <p className={css.note}>
        {t('pending.window', {
          from: format.date(pending.from),
          until: format.date(pending.until),
        })}
      </p>
      <div className={css.actions}>
        {pending.ready && (
          <Button
            variant="primary"
            busy={confirm.busy}
            onClick={() => void confirm.run({ kind, period })}
          >
            {t('pending.confirm')}
          </Button>
        )}
        <Button busy={cancel.busy} onClick={() => void cancel.run({ kind, period })}>
          {t('pending.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Returns a formatter of limit values: minutes of session time, or an amount for other kinds. */
function useLimitValue(kind: LimitKind): (value: number) => string {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (value) => (isInMinutes(kind) ? t('minutes', { count: value }) : format.money(value));
}

/** Returns a function that describes the result of saving or removing a limit. */
function useSavedText() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (limit: PlayerLimit | undefined): string => {
    if (limit?.pending) return t('limit.waits', { date: format.date(limit.pending.from) });
    return t(limit?.set_by_platform ? 'limit.savedLooser' : 'limit.saved');
  };
}
