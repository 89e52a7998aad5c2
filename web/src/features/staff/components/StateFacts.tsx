import { useTranslation } from 'react-i18next';
import { closedBy, isPartial, type Maintenance } from '../model/maintenance';
import { CallNames, Facts } from './Facts';
import { Time, Until } from './Time';

/** Why a brand is in its state: by whom, since, until, and which parts. */
export function StateFacts({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const { by, since, from, until } = state;
  const scheduled = state.state === 'scheduled';
  const why =
    state.switches[0]?.why ?? state.windows.find((window) => window.state === 'open')?.why;
  if (state.state === 'open' && !isPartial(state)) return null;
  return (
    <Facts
      facts={[
        [t('state.by'), by],
        [t('state.since'), since && !scheduled && <Time at={since} relative />],
        [t('state.from'), from && scheduled && <Until at={from} over={t('until.begins')} />],
        [t('state.until'), until ? <Until at={until} /> : t('state.noUntil')],
        [t('state.parts'), isPartial(state) && <CallNames names={closedBy(state)} />],
        [t('state.why'), why],
        [t('state.scope'), state.all && t('everyBrand')],
      ]}
    />
  );
}
