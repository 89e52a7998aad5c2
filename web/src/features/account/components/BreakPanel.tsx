import { IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLimitsCoolOff } from '@/contracts/hooks/limits';
import type { CoolOffRequest, PlayerBreak } from '@/contracts/types';
import { useFormat } from '@/lib/format';
import { toastSuccess } from '@/lib/toast';
import { refreshLimits } from '../model/refreshLimits';
import { Pause } from './Pause';

const hours = { hours_24: 24, hours_72: 72, hours_168: 168, hours_720: 720 } satisfies Record<
  string,
  CoolOffRequest['hours']
>;

/** Begins a break, or a longer one. */
export function BreakPanel({ current }: { current: PlayerBreak | undefined }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const { run, busy, error } = useLimitsCoolOff({
    suppressToast: true,
    onSuccess: async () => {
      await refreshLimits();
      toastSuccess(t('break.started'));
    },
  });
  return (
    <Pause
      icon={<IconCoffee size={22} />}
      title={t('break.title')}
      text={t('break.text')}
      start={t('break.start')}
      active={current && t('break.active', { until: format.date(current.until) })}
      lengths={{
        hours_24: t('break.hours_24'),
        hours_72: t('break.hours_72'),
        hours_168: t('break.hours_168'),
        hours_720: t('break.hours_720'),
      }}
      question={(length) => t('break.question', { length })}
      onStart={(length) => run({ hours: hours[length] })}
      busy={busy}
      error={error}
    />
  );
}
