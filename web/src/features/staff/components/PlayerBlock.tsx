import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { blockPlayer, unblockPlayer } from '../api/lookups';
import { useRights } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import type { PlayerDetail } from '../model/player';
import { ActionButton } from './ActionButton';
import { ConfirmDialog } from './ConfirmDialog';
import { Facts } from './Facts';
import { Area, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { Time } from './Time';
import css from './Form.module.css';

/** The block of a player in front of any platform: shown, made with a reason and an end, lifted. */
export function PlayerBlock({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const may = useRights().may('support', player.brand);
  return (
    <Panel dense folded={!player.block} title={t('block.title')}>
      {player.block ? (
        <Blocked player={player} may={may} />
      ) : may ? (
        <NewBlock player={player} />
      ) : (
        <p>{t('block.none')}</p>
      )}
    </Panel>
  );
}

function Blocked({ player, may }: { player: PlayerDetail; may: boolean }) {
  const { t } = useTranslation('staffPages');
  const { block } = player;
  if (!block) return null;
  return (
    <>
      <Facts
        facts={[
          [t('block.reason'), block.reason],
          [t('block.by'), block.by],
          [t('block.at'), <Time at={block.at} relative />],
          [t('block.until'), block.until ? <Time at={block.until} relative /> : t('block.noEnd')],
        ]}
      />
      {may && (
        <div className={css.actions}>
          <ActionButton
            action={() => unblockPlayer(player)}
            ask={{ title: t('block.askLift'), text: t('block.liftText') }}
          >
            {t('block.lift')}
          </ActionButton>
        </div>
      )}
    </>
  );
}

const maxReason = 500;

function NewBlock({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [asking, setAsking] = useState(false);
  const block = useStaffAction(async () => {
    await blockPlayer(player, reason.trim(), until ? new Date(until).toISOString() : undefined);
    setAsking(false);
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  const name = player.username ?? player.uid;
  return (
    <>
      <form className={css.form} onSubmit={ask}>
        <Area
          label={t('block.reason')}
          hint={t('block.reasonHint')}
          required
          maxLength={maxReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Field
          label={t('block.until')}
          hint={t('block.untilHint')}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <div className={css.actions}>
          <Button type="submit" variant="danger" disabled={reason.trim() === ''}>
            {t('block.submit')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        title={t('block.ask', { name })}
        word={name}
        submit={t('block.submit')}
        busy={block.busy}
        error={block.error}
        onConfirm={() => void block.run()}
        onClose={() => setAsking(false)}
      >
        <p>{t('block.askText')}</p>
      </ConfirmDialog>
    </>
  );
}
