import { Suspense, type ReactNode } from 'react';
import { LazyMount } from '@/components/ui/LazyMount/LazyMount';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { bootstrap, hasFeature, supports } from '@/lib/bootstrap/bootstrap';
import { useLocalText } from '@/lib/i18n/language';
import { usePlayer } from '@/lib/session/useSession';
import { categoryOfSection, showsSlots } from '../model/sections';
import { CategoryRow, LiveRow } from './GameRows';
import { OwnRow } from './OwnRow';
import { QuickChips } from './QuickChips';
import { Ticker } from './Ticker/Ticker';

const PlayerRows = lazySection(() => import('./PlayerRows'));
const QuickAccess = lazySection(() => import('./QuickAccess'));
const RecentWins = lazySection(() => import('./RecentWins/RecentWins'));
const Boxes = lazySection(() => import('./Boxes/Boxes'));
const TournamentCards = lazySection(() => import('./TournamentCards'));
const PromotionCards = lazySection(() => import('./PromotionCards'));
const Providers = lazySection(() => import('./Providers'));

/** The approximate height of sections, in pixels. */
const heights = { boxes: 260, tiles: 340, cards: 360, small: 170 };

interface LobbySectionProps {
  /** The section's name in the brand's `lobby`. */
  name: string;
  /** Marks the first row of games, which is on the first screen. */
  lead: boolean;
  /** The first row of slots, which shows the failure of all of them. */
  firstSlots: boolean;
}

/** A section of the lobby. Renders nothing if the brand or its platform lacks its content. */
export function LobbySection({ name, lead, firstSlots }: LobbySectionProps) {
  const player = usePlayer();
  const slots = hasFeature('slots');
  const text = useLocalText();
  const settings = bootstrap().sections?.[name];
  const title = settings?.title && text(settings.title);
  if (showsSlots(name)) {
    const category = categoryOfSection(name);
    if (!slots || !(category === undefined || supports('casino/category_list'))) return null;
    const props = { title, first: firstSlots, eager: lead };
    const own = category === undefined || settings?.row;
    const row = own ? <OwnRow name={name} {...props} /> : <CategoryRow id={category} {...props} />;
    return lead || firstSlots ? row : below(heights.tiles, row);
  }
  switch (name) {
    case 'shortcuts':
      return <QuickChips />;
    case 'jackpot_ticker':
      return slots && supports('habanero/getJackpots') && <Ticker title={title} />;
    case 'player':
      // The height depends on the player's games, which the browser knows.
      return (
        player && (
          <Suspense fallback={null}>
            <PlayerRows />
          </Suspense>
        )
      );
    case 'boxes':
      return below(heights.boxes, <Boxes />);
    case 'quick_access':
      return slots && below(heights.tiles, <QuickAccess title={title} />);
    case 'live': {
      if (!hasFeature('live')) return null;
      const row = <LiveRow title={title} eager={lead} />;
      return lead ? row : below(heights.tiles, row);
    }
    case 'recent_wins':
      return (
        slots && supports('crm/recent_wins') && below(heights.small, <RecentWins title={title} />)
      );
    case 'tournaments':
      return hasFeature('tournaments') && below(heights.cards, <TournamentCards title={title} />);
    case 'promotions':
      return hasFeature('promotions') && below(heights.cards, <PromotionCards title={title} />);
    case 'providers':
      return (
        slots &&
        supports('casino/provider_list') &&
        below(heights.small, <Providers title={title} />)
      );
  }
  return null;
}

/** Returns a section below the first screen. It loads its chunk and requests when it comes near. */
const below = (height: number, section: ReactNode) => (
  <LazyMount height={height}>
    <Suspense fallback={<div style={{ minHeight: height }} />}>{section}</Suspense>
  </LazyMount>
);
