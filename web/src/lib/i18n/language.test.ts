import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap/bootstrap';
import { testBrand } from '@/testing/brand';
import { testClock } from '@/testing/clock';
import { server } from '@/testing/server';
import { changeLanguage, i18next, withRetries } from './i18n';
import { applyLanguage, directionOf, isLanguage, startLanguage } from './language';

vi.mock('@/locales/de/index.ts', async (original) => {
  await new Promise((resolve) => setTimeout(resolve, 300)); // a slow network
  return original();
});

it('of two chosen languages is the later one, also where the texts of the other one arrive later', async () => {
  await Promise.all([changeLanguage('de'), changeLanguage('en')]);
  expect(i18next.language).toBe('en');
});

describe('the language at the start', () => {
  const offered = ['tr', 'en', 'ar'];
  it.each([
    ['the stored one', offered, 'en', 'tr', 'en'],
    ['Turkish instead of one of other than two letters', offered, 'eng', 'en', 'tr'],
    ['Turkish instead of one that the brand does not offer', offered, 'de', 'en', 'tr'],
    ['that of the page without Turkish and the stored one', ['en', 'ar'], 'de', 'ar', 'ar'],
    ['the one the page was served in', offered, undefined, 'ar', 'ar'],
    ['the first of the brand', offered, undefined, 'xx', 'tr'],
    ['Turkish when the site has none of the offered ones', ['xx'], undefined, 'xx', 'tr'],
  ])('is %s', (_, languages, kept, served, expected) => {
    if (kept) localStorage.setItem('language', kept);
    expect(startLanguage(languages, served)).toBe(expected);
  });
});

it('applyLanguage sets the direction, the storage and the cookie', () => {
  applyLanguage('ar');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(localStorage.getItem('language')).toBe('ar');
  expect(document.cookie).toContain('language=ar');
  applyLanguage('tr');
  expect(document.documentElement.dir).toBe('ltr');
});

it('the texts of a language pack complete those of the fallback language, which the brand changes', async () => {
  const texts = {
    en: { version: '1', namespaces: ['common'] },
    pl: { version: '2', namespaces: ['common', 'layout'], fallback: 'en' },
  };
  setBootstrap({ ...testBrand, texts });
  const requests: string[] = [];
  const answers: Record<string, object> = {
    'en/common': { close: 'Leave', 'toast.done': 'Ready' },
    'pl/common': { close: 'Zamknij', 'providers.games_one': 'Jedna gra' },
  };
  server.use(
    http.get('/v1/texts/:language/:file', ({ params, request }) => {
      requests.push(request.url.replace(/.*texts/, ''));
      const found = answers[`${String(params.language)}/${String(params.file).split('.')[0]}`];
      return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 });
    }),
  );
  expect([isLanguage('pl'), isLanguage('bg'), directionOf('fa')]).toEqual([true, false, 'rtl']);
  await changeLanguage('pl');
  expect(document.documentElement.lang).toBe('pl');
  const shown = [
    i18next.t('common:close'),
    i18next.t('common:toast.done'),
    i18next.t('common:loading'),
    i18next.t('common:providers.games', { count: 1 }),
    i18next.t('common:providers.games', { count: 3 }),
  ];
  expect(shown).toEqual(['Zamknij', 'Ready', 'Loading', 'Jedna gra', '3 games']);
  expect(requests.sort()).toEqual([
    '/en/common.json?v=1',
    '/pl/common.json?v=2',
    '/pl/layout.json?v=2',
  ]);
});

const failure = new Error('no network');

it('the load of texts is tried again with growing pauses; it gives up after the last attempt', async () => {
  const clock = testClock();
  const task = vi.fn(() => Promise.reject(failure));
  const result = expect(withRetries(task, 3, clock)).rejects.toBe(failure);
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(1));
  clock.advance(400);
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(2));
  clock.advance(799);
  expect(task).toHaveBeenCalledTimes(2);
  clock.advance(1);
  await result;
  expect(task).toHaveBeenCalledTimes(3);
});

it('the load of texts is tried again at once when the browser is online again', async () => {
  const task = vi.fn(() => Promise.resolve('texts')).mockRejectedValueOnce(failure);
  const result = withRetries(task, Infinity, testClock());
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('online'));
  expect(await result).toBe('texts');
});
