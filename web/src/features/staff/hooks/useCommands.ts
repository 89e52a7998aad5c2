import {
  IconBuildingStore,
  IconCreditCard,
  IconFileSearch,
  IconLock,
  IconPalette,
  IconUserCircle,
  IconUserSearch,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { useRights } from '../api/login';
import { everyBrand } from '../model/accounts';
import { lookupsOf, matches, type Lookup } from '../model/lookup';
import { destinations } from '../navigation';

/** An entry of the command palette, which leads to a page. */
interface Command {
  id: string;
  label: string;
  icon: Icon;
  to: string;
}

const paymentsWith = (filter: Record<string, string>) =>
  `${staffPaths.payments.to()}?${new URLSearchParams({ ...filter, state: 'any' })}`;
const lookups: Record<Lookup, { icon: Icon; to(text: string): string }> = {
  payment: { icon: IconCreditCard, to: (key) => staffPaths.payment.to({ key }) },
  request: { icon: IconFileSearch, to: (id) => staffPaths.request.to({ id }) },
  transaction: {
    icon: IconCreditCard,
    to: (transaction) => paymentsWith({ transaction }),
  },
  amount: { icon: IconCreditCard, to: (amount) => paymentsWith({ amount }) },
  player: {
    icon: IconUserSearch,
    to: (q) => `${staffPaths.players.to()}?${new URLSearchParams({ q })}`,
  },
};

/** Returns the matches of a query: pages, brands, their actions, and look-ups of the text. */
export function useCommands(query: string): Command[] {
  const { t } = useTranslation('staff');
  const { may, somewhere } = useRights();
  const brands = useStaff('/brands').data ?? [];
  const text = query.trim();

  const pages: Command[] = destinations
    .filter(({ least }) => somewhere(least))
    .map(({ name, to, icon }) => ({ id: name, label: t(`nav.${name}`), icon, to }));
  pages.push({
    id: 'account',
    label: t('account.title'),
    icon: IconUserCircle,
    to: staffPaths.account.to(),
  });
  const all = { id: everyBrand, name: t('everyBrand') };
  const actions = [...brands, all]
    .filter(({ id }) => may('support', id))
    .map(({ id, name }) => ({
      id: `close ${id}`,
      label: t('close.title', { name }),
      icon: IconLock,
      to: staffPaths.close.to({ brand: id }),
    }));
  const places = brands.map(({ id, name }) => ({
    id: `brand ${id}`,
    label: name,
    icon: IconBuildingStore,
    to: staffPaths.brand.to({ brand: id }),
  }));
  const studios = brands.map(({ id, name }) => ({
    id: `studio ${id}`,
    label: t('nav.studioOf', { name }),
    icon: IconPalette,
    to: staffPaths.studio.to({ brand: id }),
  }));
  const named = [...places, ...studios, ...pages, ...actions].filter(({ label }) =>
    matches(label, text),
  );
  if (!somewhere('support')) return named;
  const found = lookupsOf(text).map((kind) => ({
    id: kind,
    label: t(`search.${kind}`, { text }),
    icon: lookups[kind].icon,
    to: lookups[kind].to(text),
  }));
  // An id or an address matches no page. A word that matches a page usually means the page.
  return named.length > 0 ? [...named, ...found] : found;
}
