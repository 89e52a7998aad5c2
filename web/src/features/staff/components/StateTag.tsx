import { useTranslation } from 'react-i18next';
import { isPartial, tones, type Maintenance } from '../model/maintenance';
import { Tag } from './Tag';

/** The state of a brand in a word. */
export function StateTag({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const name = isPartial(state) && state.state === 'maintenance' ? 'partial' : state.state;
  return <Tag tone={tones[state.state]}>{t(`state.${name}`)}</Tag>;
}
