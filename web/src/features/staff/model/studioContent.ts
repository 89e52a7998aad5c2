import type { InformationType, LocalText, RecordID } from '@/contracts/types';

/** A game of a section. The name finds it, because platforms have no call for one game. */
export interface GameRef {
  id: RecordID;
  name: string;
}

/** The settings of a section of the home page, as in brand.yaml. */
export interface Section {
  title?: LocalText;
  games?: readonly GameRef[];
  filter?: { category?: RecordID; provider?: RecordID; type?: string };
  pinned?: readonly GameRef[];
  hidden?: readonly GameRef[];
}

/** The sections of a brand that configures none. */
export const siteSections = [
  ...['shortcuts', 'popular', 'jackpot_ticker', 'player', 'boxes', 'quick_access', 'live'],
  ...['recent_wins', 'new_arrivals', 'jackpot', 'tournaments', 'drops_and_wins', 'free_spins'],
  ...['board_games', 'promotions', 'providers'],
];
export const isRow = (section: string): boolean => section.startsWith('row/');
const slots = /^(row|category)\/|^(popular|new_arrivals|jackpot|drops_.*|free_spins|board_games)$/;
/** Returns whether a section shows slots, so games can be pinned and hidden. */
export const showsSlots = (section: string): boolean => slots.test(section);

export const kinds = ['slide', 'promotion', 'popup', 'information'] as const;
export const places = ['before', 'after', 'instead', 'fallback'] as const;
export const devices = ['phone', 'desktop'] as const;
export const informationTypes: readonly InformationType[] = [
  ...(['SiteInformation', 'SSSinformation', 'GenelKurallar', 'BahisKurallari'] as const),
  ...(['CasinoKurallari', 'PromoSart', 'FinancialsInformation', 'SorumluOyunculuk'] as const),
  ...(['GizlilikBilgisi', 'bottomBarInfo', 'DomainBilgi', 'SocialMediaLinks'] as const),
];

/** An item of the brand's own content, as in content.yaml. */
export interface Item {
  kind: (typeof kinds)[number];
  place: (typeof places)[number];
  order?: number;
  hidden?: boolean;
  /** RFC 3339, as `until`. */
  from?: string;
  until?: string;
  title?: LocalText;
  type?: InformationType;
  image?: string;
}

/** The fields that only some kinds of items have. */
export const fieldsOf: Record<Item['kind'], readonly string[]> = {
  slide: ['text', 'button', 'image', 'link'],
  promotion: ['text', 'html', 'image'],
  popup: ['html', 'image', 'link'],
  information: ['html', 'type'],
};

/** Returns the state of an item at a time in milliseconds since 1970. */
export function itemState({ hidden, from, until, place }: Item, now: number) {
  if (hidden) return 'hidden';
  if (until && Date.parse(until) <= now) return 'ended';
  if (from && Date.parse(from) > now) return 'planned';
  return place === 'fallback' ? 'fallback' : 'active';
}

/** Returns a value without its empty fields, which the files of a brand cannot have. */
export function withoutEmpty<Value extends object>(value: Value): Value {
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => {
    const isRecord = typeof field === 'object' && field !== null && !Array.isArray(field);
    return [name, isRecord ? withoutEmpty(field) : field] as const;
  });
  const isEmpty = (field: unknown) =>
    !field || (typeof field === 'object' && Object.keys(field).length === 0);
  return Object.fromEntries(fields.filter(([, field]) => !isEmpty(field))) as Value;
}

/** Returns an id with the words of a name and a random end. */
export function newId(name: string): string {
  const latin = name.toLowerCase().replaceAll('ı', 'i').normalize('NFKD').replace(/\p{M}/gu, '');
  const end = Math.random().toString(36).slice(2, 7);
  return `${latin.slice(0, 32)} ${end}`.match(/[a-z0-9]+/g)!.join('-');
}
