import { useTranslation } from 'react-i18next';
import { isPartial, stateOf, tones, type Brand } from '../model/maintenance';
import { Tag } from './Tag';

/** The state of a brand in a word. */
export function StateTag({ brand }: { brand: Brand }) {
  const { t } = useTranslation('staff');
  const state = stateOf(brand);
  const name = isPartial(brand.maintenance) && state === 'maintenance' ? 'partial' : state;
  return <Tag tone={tones[state]}>{t(`state.${name}`)}</Tag>;
}
