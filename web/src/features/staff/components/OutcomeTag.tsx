import { useTranslation } from 'react-i18next';
import { outcomeTones, type Outcome } from '../model/money';
import { Tag } from './Tag';

/** What became of a payment. */
export function OutcomeTag({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('staffPages');
  return <Tag tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Tag>;
}
