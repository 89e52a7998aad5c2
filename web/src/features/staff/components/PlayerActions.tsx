import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { erasePlayer, playerExport, type Erasure } from '../api/lookups';
import { useRights } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { useDates } from '../hooks/texts';
import type { PlayerDetail } from '../model/player';
import { ConfirmDialog } from './ConfirmDialog';
import { DownloadLink } from './DownloadLink';

/** What admins can do for a player: export and erase what is held. */
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
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<Erasure>();
  const nameOf = (kind: Kind) => t(`erase.kinds.${kind}`);
  const erase = useStaffAction(async () => {
    setDone(await erasePlayer(player));
    setAsking(false);
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('erase.submit')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('erase.title')}
        word={player.uid}
        submit={t('erase.submit')}
        busy={erase.busy}
        error={erase.error}
        onConfirm={() => void erase.run()}
        onClose={() => setAsking(false)}
      >
        <p>{t('erase.text')}</p>
      </ConfirmDialog>
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
