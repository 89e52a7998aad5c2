import type { GroupMember, Method, MethodProperties } from '@/contracts/types';

/** One way to pay, whether it stands alone or in a group. */
export interface Way extends MethodProperties {
  id: number;
  name: string;
  logo: string;
  transferType: number;
}

const wayOfMember = (member: GroupMember, groupLogo: string): Way => ({
  ...member,
  logo: member.logo || groupLogo,
});

/** The ways of one entry: itself, or the members of its group. */
export function waysIn(method: Method): Way[] {
  if (method.type === 'group') return method.methods.map((it) => wayOfMember(it, method.logo));
  const { id, name, logo, transferType, properties } = method;
  return [{ ...properties, id, name, logo, transferType }];
}

/** Every way of a list. */
export const waysOf = (list: readonly Method[]): Way[] => list.flatMap(waysIn);

/** The list with one way's isFavorite turned to 1 or 0, a single's or that of the member with this id (spec §4). */
export function withFavorite(list: readonly Method[], id: number, on: boolean): Method[] {
  const isFavorite = on ? 1 : 0;
  return list.map((method): Method => {
    if (method.type === 'single') {
      if (method.id !== id) return method;
      return { ...method, properties: { ...method.properties, isFavorite } };
    }
    const methods = method.methods.map((it) =>
      it.id === id ? ({ ...it, isFavorite } as const) : it,
    );
    return { ...method, methods };
  });
}

/** The favourites: singles, and groups reduced to their favourite members (spec §4). */
export function favoritesOf(list: readonly Method[]): Method[] {
  return list.flatMap((method): Method[] => {
    if (method.type === 'single') return method.properties.isFavorite ? [method] : [];
    const methods = method.methods.filter((it) => it.isFavorite);
    return methods.length > 0 ? [{ ...method, methods }] : [];
  });
}

/** The list as it is shown: favourites, then the highlighted ones, then the rest; groups stay whole. */
export function arranged(
  list: readonly Method[],
  highlighted: readonly Method[],
): {
  favorites: Way[];
  highlights: Way[];
  singles: Way[];
  groups: Extract<Method, { type: 'group' }>[];
} {
  const favorites = waysOf(favoritesOf(list));
  const taken = new Set(favorites.map(({ id }) => id));
  const wanted = new Set(waysOf(highlighted).map(({ id }) => id));
  const highlights = waysOf(list).filter(({ id }) => wanted.has(id) && !taken.has(id));
  for (const { id } of highlights) taken.add(id);
  return {
    favorites,
    highlights,
    singles: waysOf(list.filter(({ type }) => type === 'single')).filter(
      ({ id }) => !taken.has(id),
    ),
    groups: list.filter((method) => method.type === 'group'),
  };
}
