import { matchPath, useLocation } from 'react-router';
import type { RunningGame } from '@/components/games/model/runningGame';
import { virtualStage } from '@/components/games/model/virtualStage';
import { paths } from '@/lib/paths/paths';
import { useStore } from '@/lib/store/useStore';
import { parsePlayAddress } from '../model/playAddress';

const patterns = [paths.play, paths.playNamed, paths.playFull].map((it) => it.pattern);

/**
 * Returns where a running game is shown: on the stage of its play page, on the stage that a page of virtual games
 * reserves, or docked on any other page.
 */
export function usePlace({ kind, id, demo }: RunningGame): 'stage' | 'page' | 'dock' {
  const { pathname } = useLocation();
  const reserved = useStore(virtualStage) !== undefined;
  if (kind === 'virtual') return reserved ? 'page' : 'dock';
  const match = patterns.map((pattern) => matchPath(pattern, pathname)).find(Boolean);
  const shown = match && parsePlayAddress(match.params);
  const own = shown && shown.kind === kind && shown.id === id && shown.demo === demo;
  return own ? 'stage' : 'dock';
}
