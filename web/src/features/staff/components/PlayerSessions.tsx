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
          keyOf={(it) => it.session}
          columns={[
            { title: t('player.begun'), cell: (it) => <Time at={it.begun} /> },
            { title: t('player.seen'), cell: (it) => <Time at={it.seen} relative /> },
            { title: t('player.address'), cell: (it) => it.address },
            { title: t('player.agent'), wide: true, cell: (it) => it.device || it.agent || '–' },
            {
              title: t('player.login'),
              cell: (it) =>
                it.pending ? (
                  <Tag tone="warning">{t('player.pending')}</Tag>
                ) : (
                  <Tag tone="positive">
                    {t(it.two_factor ? 'player.twoFactor' : 'player.password')}
                  </Tag>
                ),
            },
            {
              title: t('actions'),
              hideTitle: true,
              cell: (it) =>
                may && (
                  <ActionButton size="small" action={() => endSession(it.session)}>
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
