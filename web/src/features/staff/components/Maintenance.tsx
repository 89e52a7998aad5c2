import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff } from '../api/client';
import { useRights } from '../api/login';
import { addBypassLink, revokeBypassLink } from '../api/maintenance';
import { useCallName } from '../hooks/texts';
import { closedBy, isPartial, type Maintenance } from '../model/maintenance';
import { ActionButton } from './Actions';
import { Loaded } from './Page';
import { Tag, Table, Until, CallNames, Facts, Time } from './Values';
import css from './Maintenance.module.css';
import form from './Form.module.css';

/** The bypass links that give testers access to a brand during maintenance. */
export function BypassLinks({ brand }: { brand: string }) {
  const { t } = useTranslation('staff');
  const allowed = useRights().may('support', brand);
  const links = useStaff('/maintenance/{brand}/bypass-links', { path: { brand } });
  const [made, setMade] = useState<{ id: string; url?: string }>();
  const revoke = async (id: string) => {
    await revokeBypassLink(brand, id);
    setMade((link) => (link?.id === id ? undefined : link));
  };
  return (
    <Panel
      dense
      flush
      title={t('bypass.title')}
      aside={
        allowed && (
          <ActionButton size="small" action={async () => setMade(await addBypassLink(brand))}>
            {t('bypass.add')}
          </ActionButton>
        )
      }
    >
      <div className={css.notes}>
        <p className={form.dim}>{t('bypass.text')}</p>
        {made?.url && (
          <div className={css.made} role="status">
            <p>{t('bypass.once')}</p>
            <p className={form.secret}>
              <code>{made.url}</code>
              <CopyButton text={made.url} label={t('bypass.link')} />
            </p>
          </div>
        )}
      </div>
      <Loaded read={links} height={48}>
        {(list) =>
          list.length > 0 && (
            <Table
              label={t('bypass.title')}
              rows={list}
              keyOf={(row) => row.id}
              columns={[
                { title: t('state.by'), cell: (row) => row.by, wide: true },
                { title: t('state.until'), cell: (row) => <Until at={row.until} /> },
                {
                  title: t('actions'),
                  hideTitle: true,
                  cell: (row) =>
                    allowed && (
                      <ActionButton
                        size="small"
                        action={() => revoke(row.id)}
                        ask={{ title: t('bypass.ask'), text: t('bypass.revokeText') }}
                      >
                        {t('bypass.revoke')}
                      </ActionButton>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The reason for a brand's state: account, start, end and parts. */
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

/** The parts of a brand that its platform itself reports as under maintenance. */
export function Detected({ state }: { state: Maintenance }) {
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
