import { useTranslation } from 'react-i18next';
import { endLogin } from '../api/account';
import { useStaff } from '../api/useStaff';
import { ActionButton } from './ActionButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { Loaded } from './States';
import { Table } from './Table';
import { Time } from './Time';

/** One's own logins; each but this one can be ended. */
export function OwnLogins() {
  const { t } = useTranslation('staff');
  const logins = useStaff('/me/logins');
  const others = logins.data?.some((it) => !it.current);
  return (
    <Panel
      dense
      flush
      title={t('logins.title')}
      aside={
        others && (
          <ActionButton size="small" action={() => endLogin('others')}>
            {t('logins.endOthers')}
          </ActionButton>
        )
      }
    >
      <Loaded read={logins} height={120}>
        {(list) => (
          <Table
            label={t('logins.title')}
            rows={list}
            keyOf={(it) => it.id}
            columns={[
              { title: t('logins.at'), cell: (it) => <Time at={it.at} /> },
              { title: t('logins.from'), cell: (it) => it.from ?? '–' },
              { title: t('logins.agent'), cell: (it) => it.agent ?? '–', wide: true },
              {
                title: t('logins.until'),
                cell: (it) => (it.until ? <Time at={it.until} /> : '–'),
              },
              {
                title: t('actions'),
                hideTitle: true,
                cell: (it) =>
                  it.current ? (
                    t('logins.current')
                  ) : (
                    <ActionButton size="small" action={() => endLogin(it.id)}>
                      {t('logins.end')}
                    </ActionButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
