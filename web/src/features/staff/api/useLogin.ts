import { useStore } from '@/lib/store/store';
import { may, maySomewhere, type Me, type Role } from '../model/rights';
import { login, type Login } from './login';

export const useLogin = (): Login => useStore(login);

/** The account that is logged in; pages inside the console's frame always have one. */
export function useMe(): Me {
  const state = useStore(login);
  if (state.phase !== 'in') throw new Error('useMe: no account is logged in');
  return state.me;
}

/** What the account may do. */
export interface Rights {
  /** For a brand, or for all brands where none is named. */
  may(least: Role, brand?: string): boolean;
  /** For one brand or more. */
  somewhere(least: Role): boolean;
}

export function useRights(): Rights {
  const { roles } = useMe();
  return {
    may: (least, brand) => may(roles, least, brand),
    somewhere: (least) => maySomewhere(roles, least),
  };
}
