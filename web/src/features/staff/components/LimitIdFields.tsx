import { useTranslation } from 'react-i18next';
import { limitPeriods, type LimitId, type LimitKind } from '../model/limits';
import { Choice } from '@/components/ui/Field/Field';

export interface LimitIdFieldsProps {
  id: LimitId;
  /** The kinds that the brand's platform allows. */
  kinds: readonly LimitKind[];
  onChange(id: LimitId): void;
}

/** Which limit: its kind and its period. */
export function LimitIdFields({ id, kinds, onChange }: LimitIdFieldsProps) {
  const { t } = useTranslation('staffPages');
  return (
    <>
      <Choice
        label={t('limits.kind')}
        value={id.kind}
        options={kinds.map((value) => ({ value, label: t(`limits.kinds.${value}`) }))}
        onChange={(kind) => onChange({ ...id, kind })}
      />
      <Choice
        label={t('limits.period')}
        value={id.period}
        options={limitPeriods.map((value) => ({ value, label: t(`limits.periods.${value}`) }))}
        onChange={(period) => onChange({ ...id, period })}
      />
    </>
  );
}
