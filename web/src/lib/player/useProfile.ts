import { useCall, type CallState } from '../swr';

/** The player's profile as the platform has it. */
export const useProfile = (): CallState<'user/get_user_profile'> =>
  useCall('user/get_user_profile', {}, { who: 'player' });
