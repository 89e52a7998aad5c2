import { useTranslation } from 'react-i18next';
import type { Maintenance } from '../model/maintenance';
import { useCallName } from '../hooks/useCallName';
import { Tag } from './Tag';
import { Time } from './Time';

/** The parts of a brand whose platform says by itself that it is under maintenance. */
export function Detected({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  return state.detected?.map(({ part, parts, since }) => (
    <p key={part ?? ''}>
      <Tag tone="warning">{t('state.detected')}</Tag>{' '}
      {part ? (parts ?? [part]).map((it) => nameOf(it)).join(', ') : t('parts.all')} ·{' '}
      <Time at={since} relative />
    </p>
  ));
}
