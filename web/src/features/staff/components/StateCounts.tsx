import { useTranslation } from 'react-i18next';
import { countStates, tones, type Brand } from '../model/maintenance';
import { Tag } from './Tag';

const shown = ['maintenance', 'detected', 'forced', 'scheduled', 'open'] as const;

/** How many brands are in each state. */
export function StateCounts({ brands }: { brands: readonly Brand[] }) {
  const { t } = useTranslation('staff');
  const counts = countStates(brands);
  return shown
    .filter((state) => counts[state] > 0)
    .map((state) => (
      <Tag key={state} tone={tones[state]}>
        {t(`brands.counts.${state}`, { count: counts[state] })}
      </Tag>
    ));
}
