import { useTranslation } from 'react-i18next';
import type { PlayerDetail } from '../model/player';
import { Panel } from '@/components/ui/Panel/Panel';
import { Table } from './Table';
import { Time } from './Time';

/** The devices that a player has used. */
export function PlayerDevices({ devices }: Pick<PlayerDetail, 'devices'>) {
  const { t } = useTranslation('staffPages');
  return (
    <Panel dense folded flush title={t('player.devices')}>
      <Table
        empty={t('player.noDevices')}
        label={t('player.devices')}
        rows={devices}
        keyOf={(it) => it.id}
        columns={[
          { title: t('player.agent'), wide: true, cell: (it) => it.agent || '–' },
          { title: t('player.address'), cell: (it) => it.address ?? '–' },
          { title: t('player.firstSeen'), cell: (it) => <Time at={it.firstSeen} /> },
          { title: t('player.seen'), cell: (it) => <Time at={it.lastSeen} relative /> },
        ]}
      />
    </Panel>
  );
}
