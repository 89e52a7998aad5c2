import {
  IconBallFootball,
  IconBroadcast,
  IconDice5,
  IconHorseToy,
  IconNumber10,
  IconPlaneTilt,
  IconRocket,
  IconShirtSport,
  IconVolume,
  type Icon,
} from '@tabler/icons-react';
import type { VirtualGameType } from '@/contracts/types';

const icons: Record<VirtualGameType, Icon> = {
  bingo: IconNumber10,
  soundbingo: IconVolume,
  goldenrace: IconHorseToy,
  football3d: IconShirtSport,
  spaceman: IconRocket,
  zeplin: IconPlaneTilt,
  betongames: IconDice5,
  sport: IconBallFootball,
  livesport: IconBroadcast,
};

/** The icon of a virtual game. */
export function VirtualIcon({ type, size = 20 }: { type: VirtualGameType; size?: number }) {
  const TypeIcon = icons[type];
  return <TypeIcon size={size} aria-hidden="true" />;
}
