import {
  IconBook2,
  IconBuildingStore,
  IconCards,
  IconCash,
  IconGift,
  IconHeartHandshake,
  IconHelpCircle,
  IconLock,
  IconTrophy,
  type Icon,
} from '@tabler/icons-react';
import type { InfoKey } from '@/lib/paths/paths';

const icons: Record<InfoKey, Icon> = {
  AboutUs: IconBuildingStore,
  FAQ: IconHelpCircle,
  GeneralRules: IconBook2,
  BetRules: IconTrophy,
  CasinoRules: IconCards,
  BonusRules: IconGift,
  Privacy: IconLock,
  Financial: IconCash,
  ResponsibleGaming: IconHeartHandshake,
};

/** The icon of an information page. */
export function InfoIcon({ page }: { page: InfoKey }) {
  const PageIcon = icons[page];
  return <PageIcon size={20} aria-hidden="true" />;
}
