import { useTranslation } from 'react-i18next';
import type { MaintenanceWindow } from '../model/maintenance';
import { CallNames } from './CallNames';
import { FieldValue } from './FieldValue';
import { Time } from './Time';
import { Until } from './Until';
import css from './Facts.module.css';

/** What a window is: when, what, by whom, why, and what players read. */
export function WindowFacts({ window }: { window: MaintenanceWindow }) {
  const { t } = useTranslation('staff');
  const { state, from, until, calls, message, bypass, by, why, ended } = window;
  return (
    <dl className={css.facts}>
      {from && (
        <div>
          <dt>{t('window.fields.from')}</dt>
          <dd>
            {state === 'scheduled' ? (
              <Until at={from} over={t('until.begins')} />
            ) : (
              <Time at={from} relative={state === 'open'} />
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('window.fields.until')}</dt>
        <dd>
          {!until && <span>{t('state.noUntil')}</span>}
          {until && (state === 'open' ? <Until at={until} /> : <Time at={until} />)}
        </dd>
      </div>
      <div>
        <dt>{t('window.fields.calls')}</dt>
        <dd>{calls?.length ? <CallNames names={calls} /> : t('parts.all')}</dd>
      </div>
      <div>
        <dt>{t('window.fields.message')}</dt>
        <dd>{message ? <FieldValue value={message} /> : t('message.default')}</dd>
      </div>
      {bypass && bypass.length > 0 && (
        <div>
          <dt>{t('window.fields.bypass')}</dt>
          <dd>{bypass.join(', ')}</dd>
        </div>
      )}
      <div>
        <dt>{t('state.by')}</dt>
        <dd>{by}</dd>
      </div>
      {why && (
        <div>
          <dt>{t('window.fields.why')}</dt>
          <dd>{why}</dd>
        </div>
      )}
      {ended && (
        <div>
          <dt>{t('window.endedBy')}</dt>
          <dd>
            {ended.by} · <Time at={ended.at} />
          </dd>
        </div>
      )}
    </dl>
  );
}
