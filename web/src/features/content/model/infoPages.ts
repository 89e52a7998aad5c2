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
import { infoKeys, paths, type InfoKey } from '@/lib/paths';

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

/** The information pages in their order, with address and icon. */
export const infoPages = (Object.keys(infoKeys) as InfoKey[]).map((key) => ({
  key,
  to: key === 'AboutUs' ? paths.aboutUs.to() : paths.info.to({ key }),
  Icon: icons[key],
}));

/** The key that an address names; undefined when there is no such page. */
export const infoKeyOf = (name: string | undefined): InfoKey | undefined =>
  infoPages.find(({ key }) => key === name)?.key;
