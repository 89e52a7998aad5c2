import '@/lib/swr/inlined';
import { vi } from 'vitest';
import type { CallName } from '@/contracts/calls';
import type { Bootstrap, LimitsAnswer } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap/bootstrap';
import { systemClock } from '@/lib/clock';

const palette = {
  bg: '#0a1220',
  surface: '#111c2e',
  surfaceRaised: '#18263d',
  line: '#24344f',
  text: '#f2f5fa',
  textDim: '#9fb0c8',
  accent: '#ffb224',
  onAccent: '#1b1203',
  positive: '#3ddc97',
  negative: '#ff6b6b',
  warning: '#ffd166',
  focus: '#7cc4ff',
};

/** A brand for tests. */
export const testBrand: Bootstrap = {
  brand: {
    id: 'test',
    name: 'Test',
    siteId: 889,
    logo: { dark: '/logo-dark.svg', light: '/logo-light.svg', mark: '/mark.svg' },
  },
  theme: {
    defaultMode: 'dark',
    radius: 14,
    hero: 'cinematic',
    fonts: { display: 'Sora', text: 'Inter', arabic: 'IBM Plex Sans Arabic' },
    gradient: { from: '#ffb224', to: '#ff7a3d' },
    modes: { dark: palette, light: palette },
  },
  language: 'tr',
  languages: [
    { id: 1, title: 'TR', lang: 'tr' },
    { id: 2, title: 'EN', lang: 'en' },
    { id: 3, title: 'AR', lang: 'ar' },
  ],
  currency: 'TRY',
  timeZone: 'Europe/Istanbul',
  formats: { money: 'code', dates: 'dmy' },
  features: {
    slots: true,
    live: true,
    virtual: true,
    bingo: true,
    sport: true,
    liveSport: true,
    tournaments: true,
    promotions: true,
    tickets: true,
    lottery: true,
  },
  lobby: [
    'shortcuts',
    'popular',
    'jackpot_ticker',
    'player',
    'boxes',
    'quick_access',
    'live',
    'recent_wins',
    'new_arrivals',
    'jackpot',
    'tournaments',
    'drops_and_wins',
    'free_spins',
    'board_games',
    'promotions',
    'providers',
  ],
  homeSlider: 'cmscontroller/getSlider',
  virtualGames: {
    bingo: 4,
    soundbingo: 4,
    goldenrace: 16,
    football3d: 16,
    spaceman: 7,
    zeplin: 7,
    betongames: 13,
    sport: 1,
    livesport: 1,
  },
  unsupported: [],
  legal: {
    minimumAge: 18,
    notice: '',
    licence: '',
    licences: [{ id: 'a', name: 'A', authority: 'Curaçao', number: '889/JAZ' }],
  },
  limits: {
    ticketMinimum: 250,
    ticketFrom: '2026-01-01',
    ticketTo: '2026-12-31',
    inactivitySeconds: 3600,
  },
  contact: { emails: ['destek@test.example'] },
  links: ['https://*.test.example', 'https://t.me'],
  mock: { control: false },
  vitalsSample: 0,
};

/** Changes the brand until the end of the test. */
export const changeBrand = (over: Partial<Bootstrap>) => setBootstrap({ ...testBrand, ...over });

/** Removes some calls from the platform until the end of the test. */
export const withoutCalls = (...unsupported: CallName[]) => changeBrand({ unsupported });

/** Turns features of the brand off, until the end of the test. */
export const withoutFeatures = (...names: string[]) =>
  changeBrand({
    features: { ...testBrand.features, ...Object.fromEntries(names.map((name) => [name, false])) },
  });

/** The load time of the modules, which lib/swr/inlined takes for the time of the served page. */
const servedAt = systemClock.now();

/** Puts responses into a page of age `ageMs` until the end of the test. Stops the clock. */
export function inlineAnswers(initial: Bootstrap['initial'], ageMs = 0): void {
  changeBrand({ initial });
  vi.spyOn(systemClock, 'now').mockReturnValue(servedAt + ageMs);
}

/** The response of limits/get for a player without limits. */
export const noLimits: LimitsAnswer = {
  limits: [],
  kinds: ['deposit', 'loss', 'stake', 'session_time'],
  deposit_limit_required: false,
  reality_check_minutes: 60,
};
