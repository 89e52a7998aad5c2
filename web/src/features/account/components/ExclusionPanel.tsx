import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLimitsSelfExclude } from '@/contracts/hooks/limits';
import type { PlayerExclusion, SelfExcludeRequest } from '@/contracts/types';
import { useFormat } from '@/lib/format';
import { toastSuccess } from '@/lib/toast';
import { refreshLimits } from '../model/refreshLimits';
import { Pause } from './Pause';

const requests = {
  months_6: { months: 6 },
  months_12: { months: 12 },
  months_60: { months: 60 },
  forever: { forever: true },
} satisfies Record<string, SelfExcludeRequest>;

/** Begins a self-exclusion, or a longer one. */
export function ExclusionPanel({ current }: { current: PlayerExclusion | undefined }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const { run, busy, error } = useLimitsSelfExclude({
    suppressToast: true,
    onSuccess: async () => {
      await refreshLimits();
      toastSuccess(t('exclusion.started'));
    },
  });
  const active =
    current &&
    (current.until === null
      ? t('exclusion.activeForever')
      : t('exclusion.active', { until: format.date(current.until) }));
  return (
    <Pause
      icon={<IconBan size={22} />}
      title={t('exclusion.title')}
      text={t('exclusion.text')}
      start={t('exclusion.start')}
      active={active}
      lengths={{
        months_6: t('exclusion.months_6'),
        months_12: t('exclusion.months_12'),
        months_60: t('exclusion.months_60'),
        forever: t('exclusion.forever'),
      }}
      question={(length) => t('exclusion.question', { length })}
      onStart={(length) => run(requests[length])}
      busy={busy}
      error={error}
    />
  );
}
