import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCallName } from '../hooks/useCallName';
import { paymentAddress } from '../model/money';
import type { PlayerDetail } from '../model/player';
import { OutcomeTag } from './OutcomeTag';
import { Panel } from './Panel';
import { Empty } from './States';
import { Table } from './Table';
import { Time } from './Time';

/** The payments of a player with what became of them. */
export function PlayerPayments({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const callName = useCallName();
  return (
    <Panel flush title={t('player.payments')}>
      {player.money.length === 0 ? (
        <Empty title={t('player.noPayments')} />
      ) : (
        <Table
          label={t('player.payments')}
          rows={player.money}
          keyOf={(it) => it.key}
          columns={[
            { title: t('request.at'), cell: (it) => (it.at ? <Time at={it.at} /> : '–') },
            {
              title: t('payment.key'),
              wide: true,
              cell: (it) => (
                <Link to={paymentAddress({ key: it.key, brand: player.brand })}>
                  {it.call ? callName(it.call) : it.key}
                </Link>
              ),
            },
            { title: t('payment.state'), cell: (it) => <OutcomeTag outcome={it.outcome} /> },
            { title: t('request.debug'), cell: (it) => it.debug || '–' },
          ]}
        />
      )}
    </Panel>
  );
}
