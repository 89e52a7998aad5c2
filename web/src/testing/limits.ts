import type { LimitsAnswer } from '@/contracts/types';

/** The answer of limits/get for a player who has set nothing. */
export const noLimits: LimitsAnswer = {
  limits: [],
  kinds: ['deposit', 'loss', 'stake', 'session_time'],
  deposit_limit_required: false,
  reality_check_minutes: 60,
};
