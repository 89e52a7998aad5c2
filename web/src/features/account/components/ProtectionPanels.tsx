import { useState } from 'react';
import { IconBan, IconClock, IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Confirmation } from '@/components/limits/Confirmation';
import { exclusionMonths, refreshLimits } from '@/components/limits/limits';
import { Button } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { Panel } from '@/components/ui/Panel/Panel';
import { useLimitsRealityCheck, useLimitsSelfExclude } from '@/contracts/hooks/limits';
import type { RealityCheckMinutes } from '@/contracts/types';
import { breakDialog } from '@/lib/break/breakDialog';
import { toastSuccess } from '@/lib/toast/store';
import css from './Form.module.css';

const choices: readonly RealityCheckMinutes[] = [15, 30, 60];

/** Selects the interval of the reality check, which the server stores. */
export function RealityCheckPanel({ minutes }: { minutes: RealityCheckMinutes }) {
  const { t } = useTranslation('limits');
  const { run, busy } = useLimitsRealityCheck({
    onSuccess: async () => {
      await refreshLimits();
      toastSuccess(t('reality.saved'));
    },
  });
  return (
    <Panel icon={<IconClock size={22} />} title={t('reality.title')} text={t('reality.text')}>
      <div className={css.choices} role="group" aria-label={t('reality.title')}>
        {choices.map((choice) => (
          <Chip
            key={choice}
            selected={choice === minutes}
            aria-disabled={busy}
            onClick={() => void run({ minutes: choice })}
          >
            {t('minutes', { count: choice })}
          </Chip>
        ))}
      </div>
    </Panel>
  );
}

/** Explains breaks and opens the dialog that starts or extends a break. */
export function BreakPanel() {
  const { t } = useTranslation('limits');
  return (
    <Panel icon={<IconCoffee size={22} />} title={t('break.title')} text={t('break.text')}>
      <Button onClick={() => breakDialog.set(true)}>{t('break.start')}</Button>
    </Panel>
  );
}

const exclusions = [...exclusionMonths, 'forever'] as const;
type Exclusion = (typeof exclusions)[number];

const exclusionKey = (length: Exclusion) =>
  length === 'forever' ? 'exclusion.forever' : (`exclusion.months_${length}` as const);

/** Starts or extends a self-exclusion after a confirmation, because players cannot shorten it. */
export function ExclusionPanel() {
  const { t } = useTranslation('limits');
  const [selected, setSelected] = useState<Exclusion>();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, busy, error } = useLimitsSelfExclude({
    suppressToast: true,
    onSuccess: async () => {
      await refreshLimits();
      toastSuccess(t('exclusion.started'));
      close();
    },
  });
  const title = t('exclusion.title');
  return (
    <Panel icon={<IconBan size={22} />} title={title} text={t('exclusion.text')}>
      <div className={css.choices} role="group" aria-label={title}>
        {exclusions.map((length) => (
          <Chip key={length} selected={selected === length} onClick={() => setSelected(length)}>
            {t(exclusionKey(length))}
          </Chip>
        ))}
      </div>
      <Button disabled={!selected} onClick={() => setAsking(true)}>
        {t('exclusion.start')}
      </Button>
      {selected && asking && (
        <Confirmation
          title={t('exclusion.question', { length: t(exclusionKey(selected)) })}
          onClose={close}
          variant="danger"
          start={t('exclusion.start')}
          busy={busy}
          error={error}
          onStart={() =>
            void run(selected === 'forever' ? { forever: true } : { months: selected })
          }
          cancel={t('cancel')}
          onCancel={close}
        >
          <p>{t('exclusion.text')}</p>
        </Confirmation>
      )}
    </Panel>
  );
}
