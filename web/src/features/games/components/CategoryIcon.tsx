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

/** The words by which a platform names its categories' icons, each with ours. */
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

/** A category's icon by the name its platform gives it; a gamepad for one that is not known. */
export function CategoryIcon({ name }: { name: string }) {
  const Found = icons[name] ?? IconDeviceGamepad2;
  return <Found size={18} aria-hidden="true" />;
}
