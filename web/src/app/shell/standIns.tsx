import i18next from 'i18next';
import html from '@/components/html/Html.module.css';
import countdown from '@/components/ui/Countdown/Countdown.module.css';
import odometer from '@/components/ui/Odometer/Odometer.module.css';
import { classes } from '@/components/ui/classes';
import { slotCategory } from '@/contracts/constants';
import type { Bootstrap } from '@/contracts/types';
import { infoKeys } from '@/lib/paths/paths';
import { formatted, linkTo, listSlot, numberSlot, optional, slot, textSlot } from './slots';

// Modules of the site that need a browser or data, as the shell renders them (scripts/shell.ts).

const numbers = /^(minBet|maxBet|seatsTaken|amount|prize|points|rank|total|minimumAge)$/;
const optionalNumbers = /^(seats|gameCount)$/;
const optionals = /^(image|summary|text|link)$/;

/** Returns a record of a response with values in place of its fields, except those in `fields`. */
export const record = (fields: Record<string, unknown> = {}): object =>
  new Proxy(fields, {
    get(_, name) {
      if (typeof name === 'symbol' || name in fields) return fields[name as string];
      if (numbers.test(name)) return numberSlot(name);
      if (optionalNumbers.test(name)) return numberSlot(`?${name}`);
      return optionals.test(name) ? optional(name) : slot(name);
    },
  });

const list = (name: string, fields?: Record<string, unknown>) =>
  listSlot(name, { '': record(fields) });

/** The state of the site that a render shows. */
export const shown = {
  phase: 'active',
  ranked: true,
  mode: 'dark',
  chat: optional('chat'),
  features: {},
  kyc: '',
  hasBonus: false,
};
export type Shown = Partial<typeof shown>;

/** The brand of a render. */
export const brand = {
  brand: { name: slot('brand'), logo: { dark: slot('logo'), light: slot('logo') } },
  languages: listSlot('languages', {
    isCurrent: {
      title: slot('title'),
      get lang() {
        return i18next.language;
      },
    },
    '^isCurrent': record(),
  }),
  contact: {
    emails: listSlot('emails', { '': slot('it') }),
    get chat() {
      return shown.chat;
    },
  },
  get features() {
    return shown.features;
  },
  unsupported: [],
} as unknown as Bootstrap;

const plain = { jackpot: null, isNew: false, categories: [] };
/** The tiles of slots, one for each badge. */
export const games = listSlot('items', {
  hasJackpot: record({ ...plain, jackpot: numberSlot('jackpot') }),
  isNew: record({ ...plain, isNew: true }),
  isDrop: record({ ...plain, categories: [slotCategory.dropsAndWins] }),
  plain: record(plain),
});
const tables = listSlot('items', {
  isOpen: record({ tableID: slot('tableID'), isOpen: true }),
  '^isOpen': record({ tableID: slot('tableID'), isOpen: false }),
});

const slide = record({ button: slot('label') });
/** The slides of the hero: the first one, and the others if there are many. */
export const slides = (name: 'slides' | 'slide' | 'asides') =>
  name === 'slides'
    ? listSlot(name, { isFirst: slide, '^isFirst': slide }, numberSlot('slideCount'))
    : listSlot(name, { '': slide });

// components/games/api/games, features/games/api/games and contracts/hooks
const pages = (items: unknown) => ({ items, total: numberSlot('total'), loading: false });
const providers = (name: string) => ({
  data: listSlot(
    name,
    { logo: record(), '^logo': record({ logo: '' }) },
    numberSlot(`${name}Count`),
  ),
});
export const useJackpots = () => list('jackpots');
export const useSlotCategories = () => ({ data: list('categories') });
export const useLivecasinoCategoryList = useSlotCategories;
export const useSlotProviders = () => providers('providers');
export const useLiveProviders = () => providers('studios');
export const useSlots = () => pages(games);
export const useTables = () => pages(tables);
export const useLiveTables = () => ({ data: tables });

// features/cashier/api/cashier, features/cashier/model/methods and lib/player/player
const minutes = numberSlot('minutes');
const cards = listSlot('cards', {
  logo: record({ duration: minutes }),
  '^logo': record({ duration: minutes, logo: '' }),
});
const titles = ['favorites', 'highlights', 'others', 'all'] as const;
export const useMethods = () => ({ methods: cards });
export const useHighlighted = () => cards;
export const useFavoriteToggle = () => ({});
export const useProfile = () => ({ data: { kyc: shown.kyc } });
export const useDepositBonus = () => ({
  active: shown.hasBonus
    ? record({ wager_required: numberSlot('left'), wager_done: 0 })
    : undefined,
  available: record({ wager_required: numberSlot('wager') }),
});
/** One section, which a rule repeats for all of them (slots.tsx). */
export const groupMethods = () => {
  const name = titles.map((key) => textSlot(key, i18next.t(`cashier:method.${key}`))).join('');
  const groups = [{ id: slot('key'), name: name + slot('name') }];
  return { last: [], favorites: [], highlights: [], singles: [], groups };
};
export const membersOf = () => cards;

// features/content/api/content
const offer = { html: slot('html:html'), gameIDs: [], leaderboard: [], providerName: '' };
const leaderboard = listSlot('leaderboard', {
  isFirst: record({ rank: 1 }),
  isMedal: record({ rank: numberSlot('rank', 2.000000001) }),
  isOther: record(),
});
const faq = '<h2>⟦?title⟧</h2><details><summary>⟦question⟧</summary>⟦answer:html⟧</details>';
const networks = 'telegram whatsapp instagram twitter facebook youtube reddit pinterest google';
export const usePromotionList = () => ({ promotions: { active: list('offers', offer) } });
export const usePromotion = () => ({ promotion: record(offer) });
export const useTournamentList = () => ({ tournaments: { active: list('offers', offer) } });
export const useTournament = () => ({
  tournament: record({ ...offer, leaderboard: shown.ranked ? leaderboard : [] }),
});
export const useTournamentGames = () => ({ games: [], loading: true });
export const useInformation = (type: string) => ({
  text: { Title: slot('Title'), Text: type === infoKeys.FAQ ? faq : slot('Text:html') },
});
export const useSocialLinks = () => ({
  links: listSlot(
    'links',
    Object.fromEntries(
      networks.split(' ').map((name) => [name, { network: name, url: slot('it') }]),
    ),
  ),
});

// lib/staticFiles/useStaticFile
const entry = { title: { tr: slot('title') }, path: slot('to') };
const menu = (name: string, children?: unknown) => list(name, { ...entry, children });
export const useHeaderMenu = () =>
  listSlot('menu', {
    parent: record({ ...entry, children: [entry] }),
    '^parent': record({ ...entry, children: [] }),
  });
export const useFooterMenu = () => menu('footer', menu('links'));
export const usePartners = () => list('partners');
export const useInvestmentMethods = () => list('methods');
export const useLegal = () => record({ licences: list('licences') });

// lib/session/useSession, lib/theme/mode, lib/media, lib/link/link and components/html
export const usePlayer = () => undefined;
export const useSaveReturnUrl = () => undefined;
export const useColorMode = () => ({ mode: shown.mode });
export const useMedia = () => false;
export const safeLink = linkTo;
export const contentLink = (link: string) => ({ to: linkTo(link) });
export const linkProps = ({ to }: { to: string }) => ({ to });
export const sanitise = (value: string) => value;

// lib/content/phase and lib/format/useFormat
export const timeOf = (date: string) => date;
export const usePhases = (items: unknown[]) => ({
  active: [],
  concluded: [],
  [shown.phase]: items,
});
export const useFormat = () => ({
  money: (amount: number, { round = false } = {}) => formatted(amount, round ? 'round' : 'money'),
  number: (value: number) => formatted(value, 'number'),
  date: (value: string, style: string) => formatted(value, style.replace('-', '')),
  relative: (value: string) => formatted(value, 'date'),
});

/** The end of the countdown, because the server stores the page for other visitors. */
export const Countdown = ({ until }: { until: string }) => (
  <span className={countdown.countdown}>
    <span className={countdown.part}>{formatted(until, 'datetime')}</span>
  </span>
);

export const Odometer = ({ text, className }: { text: string; className?: string }) => (
  <span className={classes(odometer.odometer, className)}>
    <span className={odometer.wheels}>{text}</span>
  </span>
);

type HtmlProps = Record<'html' | 'className', string> & { small?: boolean };
export const Html = (props: HtmlProps) => (
  <div className={classes(html.html, props.small && html.small, props.className)}>{props.html}</div>
);
