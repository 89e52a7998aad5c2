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
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { slotCategory } from '@/contracts/constants';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import css from './QuickChips.module.css';

const { mostPopular, newArrivals, jackpot } = slotCategory;
const toCategory = (categoryID: number) => paths.slotCategory.to({ categoryID });

/** The quick links in their order, each with its required feature. */
const shortcuts = [
  { text: 'popular', feature: 'slots', to: toCategory(mostPopular), Icon: IconFlame },
  { text: 'new', feature: 'slots', to: toCategory(newArrivals), Icon: IconSparkles },
  { text: 'live', feature: 'live', to: paths.live.to(), Icon: IconBroadcast },
  { text: 'jackpot', feature: 'slots', to: toCategory(jackpot), Icon: IconCrown },
  { text: 'slots', feature: 'slots', to: paths.slots.to(), Icon: IconCherry },
  { text: 'virtual', feature: 'virtual', to: paths.virtual.to(), Icon: IconDeviceGamepad2 },
  { text: 'bingo', feature: 'bingo', to: paths.bingo.to(), Icon: IconNumber10 },
  { text: 'sport', feature: 'sport', to: paths.sport.to(), Icon: IconBallFootball },
  { text: 'tournaments', feature: 'tournaments', to: paths.tournaments.to(), Icon: IconTrophy },
  { text: 'promotions', feature: 'promotions', to: paths.promotions.to(), Icon: IconGift },
] as const;

const ifOffered = (feature: string, link: ReactNode) => hasFeature(feature) && link;

interface QuickChipsProps {
  /** Returns a link if the brand has its feature, or nothing. */
  only?(feature: string, link: ReactNode): ReactNode;
}

/** Quick links to the features that the brand has. */
export function QuickChips({ only = ifOffered }: QuickChipsProps) {
  const { t } = useTranslation('lobby');
  return (
    <nav className={css.chips} aria-label={t('chips.label')}>
      <Chips label={t('chips.label')}>
        {shortcuts.map(({ text, feature, to, Icon }) => (
          <Fragment key={text}>
            {only(
              feature,
              <ChipLink to={to}>
                <Icon size={18} />
                {t(`chips.${text}`)}
              </ChipLink>,
            )}
          </Fragment>
        ))}
      </Chips>
    </nav>
  );
}
