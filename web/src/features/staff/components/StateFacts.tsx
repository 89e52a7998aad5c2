import { useTranslation } from 'react-i18next';
import { isPartial, type Maintenance } from '../model/maintenance';
import { CallNames } from './CallNames';
import { Time } from './Time';
import { Until } from './Until';
import css from './Facts.module.css';

/** Why a brand is in its state: by whom, since, until, and which parts. */
export function StateFacts({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const { by, since, from, until } = state;
  const scheduled = state.state === 'scheduled';
  const why = state.switches[0]?.why ?? state.windows.find((it) => it.state === 'open')?.why;
  if (state.state === 'open' && !isPartial(state)) return null;
  return (
    <dl className={css.facts}>
      {by && (
        <div>
          <dt>{t('state.by')}</dt>
          <dd>{by}</dd>
        </div>
      )}
      {since && !scheduled && (
        <div>
          <dt>{t('state.since')}</dt>
          <dd>
            <Time at={since} relative />
          </dd>
        </div>
      )}
      {scheduled && from && (
        <div>
          <dt>{t('state.from')}</dt>
          <dd>
            <Until at={from} over={t('until.begins')} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('state.until')}</dt>
        <dd>{until ? <Until at={until} /> : t('state.noUntil')}</dd>
      </div>
      {isPartial(state) && (
        <div>
          <dt>{t('state.parts')}</dt>
          <dd>
            <CallNames names={state.calls ?? []} />
          </dd>
        </div>
      )}
      {why && (
        <div>
          <dt>{t('state.why')}</dt>
          <dd>{why}</dd>
        </div>
      )}
      {state.all && (
        <div>
          <dt>{t('state.scope')}</dt>
          <dd>{t('everyBrand')}</dd>
        </div>
      )}
    </dl>
  );
}
