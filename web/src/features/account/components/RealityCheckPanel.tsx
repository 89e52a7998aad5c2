import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Chip } from '@/components/ui/Chip/Chip';
import { useLimitsRealityCheck } from '@/contracts/hooks/limits';
import type { RealityCheckMinutes } from '@/contracts/types';
import { toastSuccess } from '@/lib/toast/store';
import { refreshLimits } from '../model/refreshLimits';
import css from './Form.module.css';

const choices: readonly RealityCheckMinutes[] = [15, 30, 60];

/** After how much play the player is told time and result; the server keeps the choice. */
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
