import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Area, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaffAction, useStaff } from '../api/client';
import { useRights } from '../api/login';
import {
  erasePlayer,
  playerExport,
  blockPlayer,
  unblockPlayer,
  unlockPlayer,
  type Erasure,
} from '../api/players';
import { notifyDone } from '../hooks/page';
import { useDates } from '../hooks/texts';
import type { PlayerDetail } from '../model/lookup';
import { ConfirmDialog, ActionButton } from './Actions';
import { Loaded } from './Page';
import { DownloadLink, Facts, Time } from './Values';
import css from './Form.module.css';

/** The actions of admins for a player: export and erase the player's data. */
export function PlayerActions({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { may } = useRights();
  if (!may('admin', player.brand)) return null;
  return (
    <>
      <DownloadLink href={playerExport(player)}>{t('player.export')}</DownloadLink>
      <Erase player={player} />
    </>
  );
}

type Kind = Erasure['erased'][number] | Erasure['kept'][number]['kind'];

function Erase({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const dates = useDates();
  const [done, setDone] = useState<Erasure>();
  const nameOf = (kind: Kind) => t(`erase.kinds.${kind}`);
  return (
    <>
      <ActionButton
        variant="danger"
        ask={{ title: t('erase.title'), text: t('erase.text'), word: player.uid }}
        action={async () => setDone(await erasePlayer(player))}
      >
        {t('erase.submit')}
      </ActionButton>
      <Dialog open={done !== undefined} title={t('erase.done')} onClose={() => setDone(undefined)}>
        <p>{t('erase.erased', { kinds: done?.erased.map(nameOf).join(', ') || '–' })}</p>
        <ul>
          {done?.kept.map(({ kind, until }) => (
            <li key={kind}>
              {until
                ? t('erase.keptUntil', { kind: nameOf(kind), until: dates.short(until) })
                : t('erase.kept', { kind: nameOf(kind) })}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** Shows, sets and removes the block of a player. A block has a reason and an optional end. */
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
        change={block}
        onConfirm={() => void block.run()}
        onClose={() => setAsking(false)}
      >
        <p>{t('block.askText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The locks of logins with a user name, with their end and a button to unlock. */
export function LoginLocks({ username, brand }: { username: string; brand?: string }) {
  const { t } = useTranslation('staffPages');
  const locks = useStaff('/locks', { query: brand ? { username, brand } : { username } });
  return (
    <Loaded read={locks} height={48}>
      {(list) =>
        list.length === 0 ? (
          <p>{t('locks.none', { name: username })}</p>
        ) : (
          <Facts
            facts={list.map((item) => [
              brand ? t(`locks.${item.lock}`) : `${item.brand}: ${t(`locks.${item.lock}`)}`,
              <>
                {item.until ? <Time at={item.until} relative /> : <span>{t('block.noEnd')}</span>}{' '}
                {item.lock !== 'block' && (
                  <ActionButton
                    size="small"
                    action={async () => {
                      await unlockPlayer(item.brand, username);
                      notifyDone(t('locks.lifted'));
                    }}
                  >
                    {t('locks.lift')}
                  </ActionButton>
                )}
              </>,
            ])}
          />
        )
      }
    </Loaded>
  );
}
