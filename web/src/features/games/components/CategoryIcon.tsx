import {
  IconBolt,
  IconBroadcast,
  IconCards,
  IconChartDonut,
  IconCherry,
  IconConfetti,
  IconCrown,
  IconDeviceGamepad2,
  IconDiamond,
  IconDice5,
  IconFlame,
  IconLayoutGrid,
  IconPlayCard,
  IconRotateClockwise,
  IconSparkles,
  IconSwords,
  IconTrophy,
  type Icon,
} from '@tabler/icons-react';

/** The icons by the platform's icon name. */
const icons: Record<string, Icon> = {
  baccarat: IconDiamond,
  blackjack: IconCards,
  board: IconLayoutGrid,
  dice: IconDice5,
  dragontiger: IconSwords,
  drops: IconTrophy,
  freespins: IconRotateClockwise,
  gameshow: IconConfetti,
  intense: IconBolt,
  jackpot: IconCrown,
  live: IconBroadcast,
  new: IconSparkles,
  poker: IconPlayCard,
  popular: IconFlame,
  roulette: IconChartDonut,
  slots: IconCherry,
};

/** The icon of a category by the platform's icon name; a gamepad for unknown names. */
export function CategoryIcon({ name }: { name: string }) {
  const NamedIcon = icons[name] ?? IconDeviceGamepad2;
  return <NamedIcon size={18} aria-hidden="true" />;
}
