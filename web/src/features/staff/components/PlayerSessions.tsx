import { useTranslation } from 'react-i18next';
import { endSession, endSessions } from '../api/lookups';
import { useRights } from '../api/useLogin';
import type { PlayerDetail } from '../model/player';
import { ActionButton } from './ActionButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { Empty } from './States';
import { Table } from './Table';
import { Tag } from './Tag';
import { Time } from './Time';

/** The sessions of a player, which can be ended. */
export function PlayerSessions({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { sessions, brand, username } = player;
  const may = useRights().may('support', brand);
  return (
    <Panel
      dense
      flush
      title={t('player.sessions')}
      aside={
        may &&
        username && (
          <ActionButton
            size="small"
            action={() => endSessions(brand, username)}
            ask={{ title: t('player.askEndAll', { name: username }), text: t('player.endAllText') }}
          >
            {t('player.endAll')}
          </ActionButton>
        )
      }
    >
      {sessions.length === 0 ? (
        <Empty title={t('player.noSessions')} />
      ) : (
        <Table
          first={1}
          label={t('player.sessions')}
          rows={sessions}
          keyOf={(row) => row.session}
          columns={[
            { title: t('player.begun'), cell: (row) => <Time at={row.begun} /> },
            { title: t('player.seen'), cell: (row) => <Time at={row.seen} relative /> },
            { title: t('player.address'), cell: (row) => row.address },
            { title: t('player.agent'), wide: true, cell: (row) => row.device || row.agent || '–' },
            {
              title: t('player.login'),
              cell: (row) =>
                row.pending ? (
                  <Tag tone="warning">{t('player.pending')}</Tag>
                ) : (
                  <Tag tone="positive">
                    {t(row.two_factor ? 'player.twoFactor' : 'player.password')}
                  </Tag>
                ),
            },
            {
              title: t('actions'),
              hideTitle: true,
              cell: (row) =>
                may && (
                  <ActionButton size="small" action={() => endSession(row.session)}>
                    {t('player.end')}
                  </ActionButton>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
