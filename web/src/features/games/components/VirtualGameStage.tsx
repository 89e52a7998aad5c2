import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { runningGame } from '@/components/games/model/runningGame';
import { gameLayerId, virtualStage } from '@/components/games/model/virtualStage';
import { classes } from '@/components/ui/classes';
import type { VirtualGameType } from '@/contracts/types';
import { usePlayer } from '@/lib/session/useSession';
import css from './VirtualGameStage.module.css';

export interface VirtualGameStageProps {
  type: VirtualGameType;
  /** Makes the frame taller, if no game choice is above it. */
  tall: boolean;
}

/** Opens a virtual game for a signed-in player and reserves its space, which the game layer fills. */
export function VirtualGameStage({ type, tall }: VirtualGameStageProps) {
  const { t } = useTranslation('games');
  const { pathname } = useLocation();
  const username = usePlayer()?.profile.username;
  const name = t(`virtual.games.${type}.name`);
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const address = `${pathname}?game=${type}`;
    runningGame.open({
      kind: 'virtual',
      id: type,
      demo: false,
      name,
      address,
      username,
    });
  }, [type, name, pathname, username]);
  useLayoutEffect(() => {
    virtualStage.set(stage.current ?? undefined);
    return () => virtualStage.set(undefined);
  }, []);
  return (
    <div ref={stage} className={classes(css.stage, tall && css.tall)}>
      {/* The game follows the page in the document, so that the keyboard would reach it after the footer. */}
      <button className={css.skip} onClick={() => document.getElementById(gameLayerId)?.focus()}>
        {t('virtual.toGame')}
      </button>
    </div>
  );
}
