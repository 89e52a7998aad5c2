import { useUserGetUserProfile } from '@/contracts/hooks/user';
import type { CallState } from '../swr/useCall';
import type { Names } from './load';

/** Returns the player's profile on the platform. */
export const useProfile = (): CallState<'user/get_user_profile'> => useUserGetUserProfile();

/** Returns first and last name as one text, which is empty where the platform knows neither. */
export const fullName = ({ firstname, lastname }: Omit<Names, 'username'>): string =>
  [firstname, lastname].filter(Boolean).join(' ');
