import { paths } from '@/lib/paths/paths';
import type { Features, VirtualGameType } from '@/contracts/types';

/** A page of virtual games with its required feature and its possible games. */
export interface VirtualPage {
  page: 'virtual' | 'bingo' | 'sport' | 'liveSport';
  feature: keyof Features;
  games: readonly VirtualGameType[];
}

/** The pages of virtual games by route pattern. */
export const virtualPages: Record<string, VirtualPage> = {
  [paths.virtual.pattern]: {
    page: 'virtual',
    feature: 'virtual',
    games: ['goldenrace', 'football3d', 'spaceman', 'zeplin', 'betongames'],
  },
  [paths.bingo.pattern]: { page: 'bingo', feature: 'bingo', games: ['bingo', 'soundbingo'] },
  [paths.sport.pattern]: { page: 'sport', feature: 'sport', games: ['sport'] },
  [paths.liveSport.pattern]: { page: 'liveSport', feature: 'liveSport', games: ['livesport'] },
};
