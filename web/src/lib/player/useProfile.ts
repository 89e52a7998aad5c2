import { useUserGetUserProfile } from '@/contracts/hooks/user';
import type { CallState } from '../swr';

/** The player's profile as the platform has it. */
export const useProfile = (): CallState<'user/get_user_profile'> => useUserGetUserProfile();
