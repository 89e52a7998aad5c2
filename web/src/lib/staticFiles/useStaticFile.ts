import useSWR from 'swr';
import type { Bootstrap, InvestmentMethods, Menu, MenuItem, Partners } from '@/contracts/types';
import { bootstrap, hasFeature, isOffered } from '../bootstrap/bootstrap';
import { useLanguage } from '../i18n/language';

/** The static files of the brand by path. */
interface StaticFiles {
  '/datas/header-menu.json': Menu;
  '/datas/footer-menu.json': Menu;
  '/datas/partners.json': Partners;
  '/datas/investment-methods.json': InvestmentMethods;
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { panel: 'frontend' } });
  if (!response.ok) throw new Error(`could not fetch ${path}: status ${response.status}`);
  return (await response.json()) as T;
}

/** Returns the files in the page. */
function inlinedFiles(): Partial<StaticFiles> {
  const { files } = bootstrap();
  return {
    '/datas/header-menu.json': files?.headerMenu,
    '/datas/footer-menu.json': files?.footerMenu,
    '/datas/partners.json': files?.partners,
    '/datas/investment-methods.json': files?.investmentMethods,
  };
}

/** Returns a static file, or undefined if it is not loaded. Files in the page are there at once. */
function useStaticFile<K extends keyof StaticFiles>(path: K): StaticFiles[K] | undefined {
  const inlined = inlinedFiles()[path];
  return (
    useSWR(inlined ? null : path, fetchJson<StaticFiles[K]>, {
      revalidateIfStale: false,
      revalidateOnReconnect: false,
    }).data ?? inlined
  );
}

/** Removes the items of features that the brand or its platform lacks. */
const withoutMissingFeatures = (menu: Menu): MenuItem[] =>
  menu
    .filter((item) => !item.feature || hasFeature(item.feature))
    .filter((item) => !item.path || isOffered(item.path))
    .map((item) =>
      item.children ? { ...item, children: withoutMissingFeatures(item.children) } : item,
    );

/** Returns the header's menu without features that the brand lacks. */
export const useHeaderMenu = (): MenuItem[] =>
  withoutMissingFeatures(useStaticFile('/datas/header-menu.json') ?? []);
/** Returns the footer's menu, which has groups with links. */
export const useFooterMenu = (): MenuItem[] =>
  withoutMissingFeatures(useStaticFile('/datas/footer-menu.json') ?? []);
export const usePartners = (): Partners => useStaticFile('/datas/partners.json') ?? [];
export const useInvestmentMethods = (): InvestmentMethods =>
  useStaticFile('/datas/investment-methods.json') ?? [];

/** Returns the legal texts in the current language. The page has them in the served language. */
export function useLegal(): Bootstrap['legal'] {
  const { language } = useLanguage();
  const served = bootstrap();
  const other = language !== served.language;
  const { data } = useSWR(
    other ? `/v1/bootstrap?Lang=${language}` : null,
    (path: string) => fetchJson<Bootstrap>(path),
    { revalidateIfStale: false, keepPreviousData: true },
  );
  return (other && data?.legal) || served.legal;
}
