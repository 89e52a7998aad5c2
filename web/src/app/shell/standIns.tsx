import i18next from 'i18next';
import { classes } from '@/components/ui/classes';
import odometer from '@/components/ui/Odometer/Odometer.module.css';
import countdown from '@/components/ui/Countdown/Countdown.module.css';
import css from '@/components/html/Html.module.css';
import type { Bootstrap } from '@/contracts/types';
import { infoKeys } from '@/lib/paths/paths';
import { slotCategory } from '@/contracts/constants';
import {
  Each,
  formatted,
  linkTo,
  listSlot,
  numberSlot,
  optional,
  slot,
  Unless,
  When,
} from './slots';

// Modules of the site that need a browser or data, as the shell renders them (scripts/shell.ts).
// Records have values in place of their fields. The names are fields of the platform's responses.

/** The state of the site that a render shows. */
export const shown = {
  phase: 'active',
  ranked: true,
  mode: 'dark',
  chat: optional('chat'),
  features: {},
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
    '^isCurrent': { title: slot('title'), lang: slot('lang') },
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

const text = Object.fromEntries(
  ['name', 'title', 'providerName', 'dealer', 'End_date', 'Start_date'].map((name) => [
    name,
    slot(name),
  ]),
);
const image = optional('image');
const shared = { ...text, image, summary: optional('summary'), html: slot('html:html') };
const game = { ...shared, gameID: slot('gameID'), jackpot: null, categories: [], isDemo: true };
const slide = { ...shared, text: optional('text'), link: optional('link'), button: slot('label') };
const table = {
  ...shared,
  tableID: slot('tableID'),
  minBet: numberSlot('minBet'),
  maxBet: numberSlot('maxBet'),
  seats: numberSlot('?seats'),
  seatsTaken: numberSlot('seatsTaken'),
};
const provider = {
  providerID: slot('providerID'),
  providerName: slot('providerName'),
  gameCount: numberSlot('?gameCount'),
};
const providers = (name: string) => ({
  data: listSlot(
    name,
    { logo: { ...provider, logo: slot('logo') }, '^logo': { ...provider, logo: '' } },
    numberSlot(`${name}Count`),
  ),
});

/** The tiles of slots, one for each badge. */
export const games = listSlot('items', {
  hasJackpot: { ...game, jackpot: numberSlot('jackpot') },
  isNew: { ...game, isNew: true },
  isDrop: { ...game, categories: [slotCategory.dropsAndWins] },
  plain: game,
});
export const tables = listSlot('items', {
  isOpen: { ...table, isOpen: true },
  '^isOpen': { ...table, isOpen: false },
});

/** The slides of the hero: the first one, and the others if there are many. */
export const slides = (name: 'slides' | 'slide' | 'asides') =>
  listSlot(
    name,
    name === 'slides' ? { isFirst: slide, '^isFirst': slide } : { '': slide },
    name === 'slides' ? numberSlot('slideCount') : 1,
  );

const pages = (items: unknown) => ({ items, total: numberSlot('total'), loading: false });
const offer = { ...shared, id: slot('id'), leaderboard: [], gameIDs: [] };
const rank = { rank: numberSlot('rank'), player: slot('player') };
const row = { ...rank, points: numberSlot('points'), prize: numberSlot('prize') };
const leaderboard = listSlot('leaderboard', {
  isFirst: { ...row, rank: 1 },
  isMedal: { ...row, rank: numberSlot('rank', 2.000000001) },
  isOther: row,
});
const tournament = { ...offer, prize: numberSlot('prize') };
const offers = (record: object) => ({ active: listSlot('offers', { '': record }) });
const menu = (name: string, record: object = {}) =>
  listSlot(name, { '': { title: { tr: slot('title') }, path: slot('to'), ...record } });
const logos = (name: string) => listSlot(name, { '': { name: slot('name'), logo: slot('logo') } });
const networks = 'telegram whatsapp instagram twitter facebook youtube reddit pinterest google';

// components/games/api/games, features/games/api/games and contracts/hooks
export const useJackpots = () =>
  listSlot('jackpots', {
    '': { jackpotID: '', gameID: slot('gameID'), name: slot('name'), amount: numberSlot('amount') },
  });
const category = { CategoryID: slot('CategoryID'), name: slot('name'), icon: slot('icon') };
export const useSlotCategories = () => ({ data: listSlot('categories', { '': category }) });
export const useLivecasinoCategoryList = useSlotCategories;
export const useSlotProviders = () => providers('providers');
export const useLiveProviders = () => providers('studios');
export const useSlots = () => pages(games);
export const useTables = () => pages(tables);
export const useLiveTables = () => ({ data: tables });

// features/content/api/content
export const usePromotionList = () => ({ promotions: offers(offer) });
export const usePromotion = () => ({ promotion: offer });
export const useTournamentList = () => ({ tournaments: offers(tournament) });
export const useTournament = () => ({
  tournament: { ...tournament, leaderboard: shown.ranked ? leaderboard : [] },
});
export const useTournamentGames = () => ({ games: [], loading: true });
const faq = '<h2>⟦?title⟧</h2><details><summary>⟦question⟧</summary>⟦answer:html⟧</details>';
export const useInformation = (type: string) => ({
  text: { Title: slot('Title'), Text: type === infoKeys.FAQ ? faq : slot('Text:html') },
});
export const useSocialLinks = () => ({
  links: listSlot(
    'links',
    Object.fromEntries(
      networks.split(' ').map((network) => [network, { network, url: slot('it') }]),
    ),
  ),
});
export const sanitise = (value: string) => value;
// lib/staticFiles/useStaticFile
export const useFooterMenu = () => menu('footer', { children: menu('links') });
export const usePartners = () => logos('partners');
export const useInvestmentMethods = () => logos('methods');
export const useLicences = () =>
  listSlot('licences', { '': { authority: slot('authority'), number: slot('number') } });
export const useLegal = () => ({
  minimumAge: numberSlot('minimumAge'),
  notice: slot('notice'),
  licence: slot('licence'),
});

// lib/session/useSession, lib/theme/mode, lib/media and lib/link/link
export const usePlayer = () => undefined;
export const useSaveReturnUrl = () => undefined;
export const useColorMode = () => ({ mode: shown.mode });
export const useMedia = () => false;
export const anyOrigin = '*';
export const safeLink = (link: string) => linkTo(link);
export const contentLink = (link: string) => ({ to: linkTo(link) });
export const linkProps = ({ to }: { to: string }) => ({ to });

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
  relative: (value: string) => formatted(value, 'relative'),
});

export const Countdown = ({ until }: { until: string }) => (
  <span className={countdown.countdown} role="timer">
    <Each of={`${until.slice(1, -1)}:countdown`}>
      <span className={countdown.part}>{slot('it')}</span>
    </Each>
  </span>
);

export const Odometer = ({ text, className }: { text: string; className?: string }) => (
  <span className={classes(odometer.odometer, className)}>
    <span className="visually-hidden">{text}</span>
    <span className={odometer.wheels} aria-hidden="true">
      <Each of={`${text.slice(1, -1)}:digits`}>
        <When is="digit">
          <span className={odometer.wheel} data-digit={slot('digit')} />
        </When>
        <Unless is="digit">
          <span>{slot('it')}</span>
        </Unless>
      </Each>
    </span>
  </span>
);

interface HtmlProps {
  html: string;
  small?: boolean;
  className?: string;
}
export const Html = ({ html, small, className }: HtmlProps) => (
  <div className={classes(css.html, small && css.small, className)}>{html}</div>
);
