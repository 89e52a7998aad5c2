import { useTranslation } from 'react-i18next';
import type { MaintenanceWindow } from '../model/maintenance';
import { CallNames } from './CallNames';
import { Facts } from './Facts';
import { FieldValue } from './FieldValue';
import { Time } from './Time';
import { Until } from './Until';

/** What a window is: when, what, by whom, why, and what players read. */
export function WindowFacts({ window }: { window: MaintenanceWindow }) {
  const { t } = useTranslation('staff');
  const { state, from, until, calls, message, bypass, by, why, ended } = window;
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
        [t('window.fields.calls'), calls?.length ? <CallNames names={calls} /> : t('parts.all')],
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
