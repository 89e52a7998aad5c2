import useSWR from 'swr';
import type {
  InvestmentMethods,
  Languages,
  LicencesAnswer,
  Menu,
  MenuItem,
  Partners,
} from '@/contracts/types';
import { hasFeature } from '../bootstrap/bootstrap';

/** The brand's static files (calls.md §4). */
interface Datas {
  '/datas/header-menu.json': Menu;
  '/datas/footer-menu.json': Menu;
  '/datas/languages.json': Languages;
  '/datas/partners.json': Partners;
  '/datas/investment-methods.json': InvestmentMethods;
  '/v1/licenses': LicencesAnswer;
}

async function read<K extends keyof Datas>(address: K): Promise<Datas[K]> {
  const response = await fetch(address, { headers: { panel: 'frontend' } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as Datas[K];
}

/** Reads a static file; undefined until it is there, and when it cannot be had. */
function useDatas<K extends keyof Datas>(address: K): Datas[K] | undefined {
  return useSWR(address, read<K>, { revalidateIfStale: false, revalidateOnReconnect: false }).data;
}

/** Leaves out what the brand does not have. */
const offered = (menu: Menu): MenuItem[] =>
  menu
    .filter((item) => !item.feature || hasFeature(item.feature))
    .map((item) => (item.children ? { ...item, children: offered(item.children) } : item));

/** The header's menu, without what the brand does not have. */
export const useHeaderMenu = (): MenuItem[] => offered(useDatas('/datas/header-menu.json') ?? []);
/** The footer's menu: groups with their links. */
export const useFooterMenu = (): MenuItem[] => offered(useDatas('/datas/footer-menu.json') ?? []);
export const usePartners = (): Partners => useDatas('/datas/partners.json') ?? [];
export const useInvestmentMethods = (): InvestmentMethods =>
  useDatas('/datas/investment-methods.json') ?? [];
export const useLicences = (): LicencesAnswer['licences'] =>
  useDatas('/v1/licenses')?.licences ?? [];
