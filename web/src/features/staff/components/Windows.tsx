import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import type { components } from '@/contracts/staff';
import { staffPaths } from '@/lib/paths/staff';
import { useRights } from '../api/login';
import { endWindow, switchOff } from '../api/maintenance';
import { notifyDone } from '../hooks/page';
import { useCallName } from '../hooks/texts';
import { everyBrand } from '../model/accounts';
import {
  closedBy,
  splitWindows,
  isForAll,
  isPartial,
  type Maintenance,
  type MaintenanceWindow,
} from '../model/maintenance';
import { ActionButton } from './Actions';
import { CallNames, Facts, FieldValue, Tag, Time, Until } from './Values';
import { ExtendWindow } from './WindowChange';
import css from './Windows.module.css';
import form from './Form.module.css';

/** The active switches and the windows of a brand, with ended windows folded. */
export function Windows({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const { current, ended } = splitWindows(state.windows);
  const { brand, switches } = state;
  return (
    <Panel dense title={t('windows.title')}>
      {switches.length + current.length === 0 ? (
        <p className={form.dim}>{t('windows.none')}</p>
      ) : (
        <ul>
          {switches.map((item) => (
            <SwitchItem
              key={`${item.all ? '*' : brand} ${closedBy(item).join()}`}
              brand={brand}
              state={item}
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

const tones = { open: 'negative', scheduled: 'info', ended: 'neutral' } as const;

/** A window of a brand or of all brands, with its actions. */
function WindowItem({ brand, window }: { brand: string; window: MaintenanceWindow }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const [extending, setExtending] = useState(false);
  const started = window.state === 'open';
  const allowed = may('support', window.brand);
  return (
    <li className={css.item} data-window={window.id}>
      <p className={css.head}>
        <Tag tone={tones[window.state]}>{t(`window.state.${window.state}`)}</Tag>
        {isForAll(window) && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={window} />
      {window.state !== 'ended' &&
        (allowed ? (
          <div className={css.actions}>
            <Button size="small" onClick={() => setExtending(true)}>
              {t('window.extend')}
            </Button>
            <ButtonLink size="small" to={staffPaths.window.to({ brand, id: window.id })}>
              {t('window.edit')}
            </ButtonLink>
            <ActionButton
              size="small"
              variant="danger"
              action={async () => {
                await endWindow(window);
                notifyDone(t(started ? 'window.ended' : 'window.withdrawn'));
              }}
              ask={{
                title: t(started ? 'window.endTitle' : 'window.withdrawTitle'),
                text: t(started ? 'window.endText' : 'window.withdrawText'),
                word: isForAll(window) ? t('confirm.allWord') : undefined,
              }}
            >
              {t(started ? 'window.end' : 'window.withdraw')}
            </ActionButton>
          </div>
        ) : (
          <p className={css.reason}>
            {t(isForAll(window) ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
          </p>
        ))}
      <ExtendWindow
        brand={brand}
        window={window}
        open={extending}
        onClose={() => setExtending(false)}
      />
    </li>
  );
}

type Shown = Omit<MaintenanceWindow, 'id' | 'version' | 'brand' | 'created'>;

/** The facts of a window or a switch: time, scope, account, reason, and the message to players. */
function WindowFacts({ window }: { window: Shown }) {
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

type Switch = components['schemas']['Switch'];

/** An active manual switch, which stays active until an account turns it off. */
function SwitchItem({ brand, state }: { brand: string; state: Switch }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const scope = state.all ? everyBrand : brand;
  const closed = closedBy(state);
  const callName = useCallName();
  const what = closed.map((name) => callName(name)).join(', ') || t('parts.all');
  return (
    <li className={css.item}>
      <p className={css.head}>
        <Tag tone="negative">{t('switch.on')}</Tag>
        {state.all && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={{ ...state, state: 'open', from: state.since }} />
      {may('support', scope) ? (
        <div className={css.actions}>
          <ActionButton
            size="small"
            variant="primary"
            action={async () => {
              await switchOff(scope, closed);
              notifyDone(t('switch.done', { what }));
            }}
            ask={{
              title: t('switch.offTitle', { what }),
              text: t(state.all ? 'switch.offAllText' : 'switch.offText'),
              word: state.all ? t('confirm.allWord') : undefined,
            }}
          >
            {t('switch.off')}
          </ActionButton>
        </div>
      ) : (
        <p className={css.reason}>
          {t(state.all ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
        </p>
      )}
    </li>
  );
}
