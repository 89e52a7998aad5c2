import { matchPath, useLocation } from 'react-router';
import type { RunningGame } from '@/components/games/model';
import { paths } from '@/lib/paths';
import { parsePlayAddress } from '../model/playAddress';

const patterns = [paths.play, paths.playNamed, paths.playFull].map((it) => it.pattern);

/** Returns where a running game is shown: on the stage of its play page, or docked on any other page. */
export function usePlace({ kind, id, demo }: RunningGame): 'stage' | 'dock' {
  const { pathname } = useLocation();
  const match = patterns.map((pattern) => matchPath(pattern, pathname)).find(Boolean);
  const shown = match && parsePlayAddress(match.params);
  const own = shown && shown.kind === kind && shown.id === id && shown.demo === demo;
  return own ? 'stage' : 'dock';
}
