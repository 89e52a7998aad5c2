import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ButtonLink } from '@/components/ui/Button/Button';
import type { components } from '@/contracts/staff';
import { ActionButton } from '../components/ActionButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { StateTag, Tag } from '../components/Tag';
import { Time } from '../components/Time';
import { WindowFacts } from '../components/WindowFacts';
import { WindowItem } from '../components/WindowItem';
import windowItemCss from '../components/WindowItem.module.css';
import { staffPaths } from '@/lib/paths/staff';
import { switchOff } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useSeries } from '../api/useSeries';
import { useStaff } from '../api/useStaff';
import { Breakers } from '../components/Breakers';
import { BypassLinks } from '../components/BypassLinks';
import { Page } from '../components/Page';
import { StateFacts } from '../components/StateFacts';
import { Empty, Loaded } from '../components/States';
import { UpstreamRow } from '../components/UpstreamRow';
import { useCallName } from '../hooks/texts';
import { useNotify } from '../hooks/useNotify';
import { closedBy, splitWindows, type Maintenance } from '../model/maintenance';
import { everyBrand } from '../model/rights';
import css from './BrandRoute.module.css';

const minuteMs = 60_000;

/** One brand: its state, its windows and switches, bypass links, upstreams. */
export function BrandRoute() {
  const { t } = useTranslation('staff');
  const { brand: id = '' } = useParams();
  const { may } = useRights();
  const brands = useStaff('/brands', {}, { pollIntervalMs: minuteMs });
  const seriesOf = useSeries();
  const brand = brands.data?.find((item) => item.id === id);
  return (
    <Page
      title={brand?.name ?? id}
      beside={brand && <StateTag brand={brand} />}
      lead={brand?.hosts.join(', ')}
      actions={
        may('support', id) && (
          <ButtonLink size="small" variant="danger" to={staffPaths.close.to({ brand: id })}>
            {t('close.action')}
          </ButtonLink>
        )
      }
    >
      <Loaded read={brands} height={320}>
        {() =>
          brand ? (
            <div className={css.columns}>
              <div className={css.column}>
                <Panel dense title={t('state.title')}>
                  {brand.maintenance.state === 'open' ? (
                    <p className={css.dim}>{t('state.openText')}</p>
                  ) : (
                    <StateFacts state={brand.maintenance} />
                  )}
                  <Detected state={brand.maintenance} />
                </Panel>
                <Windows state={brand.maintenance} />
                <BypassLinks brand={brand.id} />
              </div>
              <div className={css.column}>
                {brand.upstreams.map((upstream) => (
                  <Panel dense key={upstream.name} title={t('upstreams.one')}>
                    <UpstreamRow upstream={upstream} series={seriesOf(brand.id, upstream.name)} />
                    <Breakers brand={brand.id} upstream={upstream} />
                  </Panel>
                ))}
              </div>
            </div>
          ) : (
            <Empty title={t('brands.unknown')} text={t('brands.unknownText', { brand: id })} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** The parts of a brand whose platform says by itself that it is under maintenance. */
function Detected({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  return state.detected?.map(({ part, parts, since }) => (
    <p key={part ?? ''}>
      <Tag tone="warning">{t('state.detected')}</Tag>{' '}
      {part ? (parts ?? [part]).map((name) => nameOf(name)).join(', ') : t('parts.all')} ·{' '}
      <Time at={since} relative />
    </p>
  ));
}

/** The switches that are on and the windows of a brand; those that ended are folded. */
function Windows({ state }: { state: Maintenance }) {
  const { t } = useTranslation('staff');
  const { current, ended } = splitWindows(state.windows);
  const { brand, switches } = state;
  return (
    <Panel dense title={t('windows.title')}>
      {switches.length + current.length === 0 ? (
        <p className={css.windowsDim}>{t('windows.none')}</p>
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

type Switch = components['schemas']['Switch'];

/** A manual switch that is on: it holds until somebody turns it off. */
function SwitchItem({ brand, state }: { brand: string; state: Switch }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const notify = useNotify();
  const scope = state.all ? everyBrand : brand;
  const closed = closedBy(state);
  const callName = useCallName();
  const what = closed.map((name) => callName(name)).join(', ') || t('parts.all');
  return (
    <li className={windowItemCss.item}>
      <p className={windowItemCss.head}>
        <Tag tone="negative">{t('switch.on')}</Tag>
        {state.all && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={{ ...state, state: 'open', from: state.since }} />
      {may('support', scope) ? (
        <div className={windowItemCss.actions}>
          <ActionButton
            size="small"
            variant="primary"
            action={async () => {
              await switchOff(scope, closed);
              notify.done(t('switch.done', { what }));
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
        <p className={windowItemCss.reason}>
          {t(state.all ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
        </p>
      )}
    </li>
  );
}
