import { useTranslation } from 'react-i18next';
import { closedBy, isPartial, type MaintenanceWindow } from '../model/maintenance';
import { CallNames, Facts, FieldValue } from './Facts';
import { Time, Until } from './Time';

type Shown = Omit<MaintenanceWindow, 'id' | 'version' | 'brand' | 'created'>;

/** What a window or a switch is: when, what, by whom, why, and what players read. */
export function WindowFacts({ window }: { window: Shown }) {
  const { t } = useTranslation('staff');
  const { state, from, until, message, bypass, by, why, ended } = window;
  const begin = from && <Time at={from} relative={state === 'open'} />;
  const end = until && (state === 'open' ? <Until at={until} /> : <Time at={until} />);
  return (
    <Facts
      facts={[
        [
          t('window.fields.from'),
          from && state === 'scheduled' ? <Until at={from} over={t('until.begins')} /> : begin,
        ],
        [t('window.fields.until'), end ?? t('state.noUntil')],
        [
          t('window.fields.calls'),
          isPartial(window) ? <CallNames names={closedBy(window)} /> : t('parts.all'),
        ],
        [
          t('window.fields.message'),
          message ? <FieldValue value={message} /> : t('message.default'),
        ],
        [t('window.fields.bypass'), bypass?.join(', ')],
        [t('state.by'), by],
        [t('window.fields.why'), why],
        [
          t('window.endedBy'),
          ended && (
            <>
              <span>{`${ended.by} · `}</span>
              <Time at={ended.at} />
            </>
          ),
        ],
      ]}
    />
  );
}
