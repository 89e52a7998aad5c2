import type { ReactNode } from 'react';
import {
  IconBallFootball,
  IconBroadcast,
  IconCherry,
  IconCrown,
  IconDeviceGamepad2,
  IconFlame,
  IconGift,
  IconNumber10,
  IconSparkles,
  IconTrophy,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { slotCategory } from '@/contracts/constants';
import type { Features } from '@/contracts/types';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import css from './QuickChips.module.css';

interface Shortcut {
  text:
    | 'slots'
    | 'new'
    | 'popular'
    | 'jackpot'
    | 'live'
    | 'virtual'
    | 'bingo'
    | 'sport'
    | 'promotions'
    | 'tournaments';
  feature: keyof Features;
  to: string;
  icon: ReactNode;
}

const category = (categoryID: number) => paths.slotCategory.to({ categoryID });
const size = 18;

const shortcuts: Shortcut[] = [
  {
    text: 'popular',
    feature: 'slots',
    to: category(slotCategory.mostPopular),
    icon: <IconFlame size={size} />,
  },
  {
    text: 'new',
    feature: 'slots',
    to: category(slotCategory.newArrivals),
    icon: <IconSparkles size={size} />,
  },
  { text: 'live', feature: 'live', to: paths.live.to(), icon: <IconBroadcast size={size} /> },
  {
    text: 'jackpot',
    feature: 'slots',
    to: category(slotCategory.jackpot),
    icon: <IconCrown size={size} />,
  },
  { text: 'slots', feature: 'slots', to: paths.slots.to(), icon: <IconCherry size={size} /> },
  {
    text: 'virtual',
    feature: 'virtual',
    to: paths.virtual.to(),
    icon: <IconDeviceGamepad2 size={size} />,
  },
  { text: 'bingo', feature: 'bingo', to: paths.bingo.to(), icon: <IconNumber10 size={size} /> },
  { text: 'sport', feature: 'sport', to: paths.sport.to(), icon: <IconBallFootball size={size} /> },
  {
    text: 'tournaments',
    feature: 'tournaments',
    to: paths.tournaments.to(),
    icon: <IconTrophy size={size} />,
  },
  {
    text: 'promotions',
    feature: 'promotions',
    to: paths.promotions.to(),
    icon: <IconGift size={size} />,
  },
];

/** Quick links to the features that the brand has. */
export function QuickChips() {
  const { t } = useTranslation('lobby');
  return (
    <nav className={css.chips} aria-label={t('chips.label')}>
      <Chips label={t('chips.label')}>
        {shortcuts
          .filter(({ feature }) => hasFeature(feature))
          .map(({ text, to, icon }) => (
            <ChipLink key={text} to={to}>
              {icon}
              {t(`chips.${text}`)}
            </ChipLink>
          ))}
      </Chips>
    </nav>
  );
}
