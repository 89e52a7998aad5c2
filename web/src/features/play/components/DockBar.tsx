import { IconArrowsDiagonal, IconArrowsMove, IconArrowsMaximize, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { runningGame, type RunningGame } from '@/components/games/model/runningGame';
import { IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { Wallet } from '@/components/wallet/Wallet';
import type { Dock } from '../hooks/useDock';
import { BreakButton } from './BarControls';
import css from './DockBar.module.css';

interface DockBarProps {
  game: RunningGame;
  name: string;
  /** The place of the dock, or undefined on narrow screens, which have a fixed place. */
  dock: Dock | undefined;
}

/** The bar of a docked game: link back to the game, balance, and buttons that move and end it. */
export function DockBar({ game, name, dock }: DockBarProps) {
  const { t } = useTranslation('play');
  return (
    <div className={css.bar}>
      <Link className={css.back} to={game.address} aria-label={t('dock.back', { name })}>
        <span className={css.name}>{name}</span>
        <IconArrowsMaximize className={css.icon} size={18} aria-hidden="true" />
      </Link>
      <div className={css.wallet}>
        {game.demo ? <Badge tone="warning">{t('demo')}</Badge> : <Wallet />}
      </div>
      {!game.demo && <BreakButton compact />}
      {dock && (
        <>
          <IconButton
            size="small"
            className={css.handle}
            label={t('dock.move')}
            aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight"
            icon={<IconArrowsMove size={18} />}
            {...dock.move}
          />
          <IconButton
            size="small"
            className={css.handle}
            label={t('dock.resize')}
            aria-keyshortcuts="ArrowUp ArrowDown"
            icon={<IconArrowsDiagonal size={18} />}
            {...dock.resize}
          />
        </>
      )}
      <IconButton
        size="small"
        label={t('close', { name })}
        icon={<IconX size={18} />}
        onClick={runningGame.close}
      />
    </div>
  );
}
