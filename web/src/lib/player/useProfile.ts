import { useUserGetUserProfile } from '@/contracts/hooks/user';
import type { CallState } from '../swr';

/** Returns the player's profile on the platform. */
export const useProfile = (): CallState<'user/get_user_profile'> => useUserGetUserProfile();
