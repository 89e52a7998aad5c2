import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { addBypassLink, revokeBypassLink } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { ActionButton } from './ActionButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { Loaded } from './States';
import { Table } from './Table';
import { Until } from './Time';
import css from './BypassLinks.module.css';

/** The links that let testers into a brand during maintenance: made, copied, revoked. */
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
        <p className={css.dim}>{t('bypass.text')}</p>
        {made?.url && (
          <div className={css.made} role="status">
            <p>{t('bypass.once')}</p>
            <p className={css.url}>
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
