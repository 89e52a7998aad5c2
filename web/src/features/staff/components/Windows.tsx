import { useTranslation } from 'react-i18next';
import { closedBy, splitWindows, type Maintenance } from '../model/maintenance';
import { Panel } from '@/components/ui/Panel/Panel';
import { SwitchItem } from './SwitchItem';
import { WindowItem } from './WindowItem';
import css from './Windows.module.css';

/** The switches that are on and the windows of a brand; those that ended are folded. */
export function Windows({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const { current, ended } = splitWindows(state.windows);
  const { brand, switches } = state;
  return (
    <Panel dense title={t('windows.title')}>
      {switches.length + current.length === 0 ? (
        <p className={css.dim}>{t('windows.none')}</p>
      ) : (
        <ul>
          {switches.map((it) => (
            <SwitchItem
              key={`${it.all ? '*' : brand} ${closedBy(it).join()}`}
              brand={brand}
              state={it}
            />
          ))}
          {current.map((window) => (
            <WindowItem key={window.id} brand={brand} window={window} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className={css.ended}>
          <summary>{t('windows.ended', { count: ended.length })}</summary>
          <ul>
            {ended.map((window) => (
              <WindowItem key={window.id} brand={brand} window={window} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
