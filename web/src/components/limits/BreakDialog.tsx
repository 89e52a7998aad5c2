import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirmation } from '@/components/confirmation/Confirmation';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { useLimitsCoolOff, useLimitsGet } from '@/contracts/hooks/limits';
import type { Restriction } from '@/lib/break/restriction';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { toastSuccess } from '@/lib/toast/store';
import { breakHours, refreshLimits, type BreakHours } from './limits';
import { RestrictionEnd } from './RestrictionLine';
import css from './BreakDialog.module.css';

/** The texts of the lengths. */
const lengthKeys = {
  24: 'length.day',
  72: 'length.threeDays',
  168: 'length.week',
  720: 'length.month',
} as const satisfies Record<BreakHours, string>;

/**
 * The dialog to take a break. The player chooses the length and confirms, because a break cannot be
 * shortened. During a break it shows the end, and a break can be extended.
 */
export function BreakDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('break');
  const { data, error } = useLimitsGet();
  const [hours, setHours] = useState<BreakHours>();
  if (hours !== undefined)
    return <ConfirmBreak hours={hours} onBack={() => setHours(undefined)} onClose={onClose} />;
  const { cool_off: current, exclusion } = data ?? {};
  const running = exclusion ?? current;
  return (
    <Dialog open title={t('title')} onClose={onClose}>
      {running && (
        <RunningBreak
          kind={exclusion ? 'exclusion' : 'break'}
          until={running.until}
          onClose={onClose}
        />
      )}
      {/* Without the player's limits only the server decides. A running break may become
          longer. */}
      {!exclusion && !data && !error && <Skeleton height={240} />}
      {!exclusion && (data ?? error) && (
        <div className={css.step}>
          <p>{t('text')}</p>
          {breakHours.map((length) => (
            <Button key={length} fullWidth onClick={() => setHours(length)}>
              {t(lengthKeys[length])}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  );
}

interface ConfirmBreakProps {
  hours: BreakHours;
  /** Returns to the choice of the length. */
  onBack(): void;
  onClose(): void;
}

/** The second step, which explains a break and begins it. */
function ConfirmBreak({ hours, onBack, onClose }: ConfirmBreakProps) {
  const { t } = useTranslation('break');
  const format = useFormat();
  const { run, busy, error } = useLimitsCoolOff({
    suppressToast: true,
    onSuccess: ({ cool_off: begun }) => {
      toastSuccess(begun ? t('startedUntil', { until: format.date(begun.until) }) : t('started'));
      onClose();
      return refreshLimits();
    },
  });
  return (
    <Confirmation
      title={t('question', { length: t(lengthKeys[hours]) })}
      onClose={onClose}
      variant="primary"
      start={t('start')}
      busy={busy}
      error={error}
      onStart={() => void run({ hours })}
      cancel={t('back')}
      onCancel={onBack}
    >
      <ul className={css.facts}>
        <li>{t('fact.start')}</li>
        <li>{t('fact.fixed')}</li>
        <li>{t('fact.closed')}</li>
        <li>{t('fact.open')}</li>
      </ul>
    </Confirmation>
  );
}

/** The content during a break or self-exclusion, with its end and the pages still available. */
function RunningBreak({ kind, until, onClose }: Restriction & { onClose(): void }) {
  const { t } = useTranslation('break');
  return (
    <div className={css.step}>
      <p className={css.running} role="status">
        <RestrictionEnd kind={kind} until={until} />
      </p>
      <p>{t('fact.open')}</p>
      <Button variant="primary" fullWidth data-autofocus onClick={onClose}>
        {t('close')}
      </Button>
      <ButtonLink variant="subtle" fullWidth to={paths.profileLimits.to()} onClick={onClose}>
        {t('limits')}
      </ButtonLink>
    </div>
  );
}
