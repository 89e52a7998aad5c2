import { cashType } from '@/contracts/constants';
import type { CashType, Method, MethodProperties, RecordID } from '@/contracts/types';

/** A single payment method or a member of a group. */
export interface PaymentMethod extends MethodProperties {
  id: RecordID;
  name: string;
  logo: string;
  srcset?: string;
  transferType: number;
}

/** Returns the payment methods of an entry: itself, or the members of its group. */
export function membersOf(method: Method): PaymentMethod[] {
  if (method.type === 'group')
    return method.methods.map((member) => {
      const { logo = '', srcset } = member.logo ? member : method;
      return { ...member, logo, srcset };
    });
  const { id, name, logo, srcset, transferType, properties } = method;
  return [{ ...properties, id, name, logo, srcset, transferType }];
}

/** Returns all payment methods of a list. */
export const paymentMethodsOf = (list: readonly Method[]): PaymentMethod[] =>
  list.flatMap(membersOf);

/** Returns the list with isFavorite of the method or group member `id` set to 1 or 0. */
export function withFavorite(list: readonly Method[], id: RecordID, on: boolean): Method[] {
  const isFavorite = on ? 1 : 0;
  return list.map((method): Method => {
    if (method.type === 'single') {
      if (method.id !== id) return method;
      return { ...method, properties: { ...method.properties, isFavorite } };
    }
    const methods = method.methods.map((member) =>
      member.id === id ? ({ ...member, isFavorite } as const) : member,
    );
    return { ...method, methods };
  });
}

/** Returns the favourites: single methods, and groups reduced to their favourite members. */
export function favoritesOf(list: readonly Method[]): Method[] {
  return list.flatMap((method): Method[] => {
    if (method.type === 'single') return method.properties.isFavorite ? [method] : [];
    const methods = method.methods.filter((member) => member.isFavorite);
    return methods.length > 0 ? [{ ...method, methods }] : [];
  });
}

/** Splits the list into display order: last method, favourites, highlighted, others, groups. */
export function groupMethods(
  list: readonly Method[],
  highlighted: readonly Method[],
  lastMethod?: RecordID,
): {
  last: PaymentMethod[];
  favorites: PaymentMethod[];
  highlights: PaymentMethod[];
  singles: PaymentMethod[];
  groups: Extract<Method, { type: 'group' }>[];
} {
  const last = paymentMethodsOf(list).filter(({ id }) => id === lastMethod);
  const favorites = paymentMethodsOf(favoritesOf(list)).filter(({ id }) => id !== lastMethod);
  const listed = new Set([...last, ...favorites].map(({ id }) => id));
  const highlightedIds = new Set(paymentMethodsOf(highlighted).map(({ id }) => id));
  const highlights = paymentMethodsOf(list).filter(
    ({ id }) => highlightedIds.has(id) && !listed.has(id),
  );
  for (const { id } of highlights) listed.add(id);
  return {
    last,
    favorites,
    highlights,
    singles: paymentMethodsOf(list.filter(({ type }) => type === 'single')).filter(
      ({ id }) => !listed.has(id),
    ),
    groups: list.filter((method) => method.type === 'group'),
  };
}

const limit = 6;

/** Returns round amounts within the limits, ascending: 1, 2.5 and 5 times powers of ten. */
export function suggestedAmounts(min: number, max: number): number[] {
  const found: number[] = [];
  for (let power = 10; found.length < limit && power <= max; power *= 10) {
    for (const step of [1, 2.5, 5]) {
      const amount = step * power;
      if (amount >= min && amount <= max && found.length < limit) found.push(amount);
    }
  }
  return found;
}

/** Fee and sums of a payment, in units of the currency. */
interface PaymentSums {
  fee: number;
  /** The amount that the player pays for a deposit, or that leaves the balance for a withdrawal. */
  paid: number;
  /** The amount that reaches the balance, or the player's account. */
  arrives: number;
}

/**
 * Returns fee and sums of a payment. A fee of `percent` adds to a deposit and reduces a withdrawal.
 */
export function paymentSums(type: CashType, amount: number, percent: number): PaymentSums {
  const minor = Math.round(amount * 100);
  const fee = Math.round((minor * percent) / 100);
  return type === cashType.deposit
    ? { fee: fee / 100, paid: (minor + fee) / 100, arrives: minor / 100 }
    : { fee: fee / 100, paid: minor / 100, arrives: (minor - fee) / 100 };
}
