import type { ComponentStates } from '@/components/gallery/states';
import { Countdown } from './Countdown';

const hour = 3_600_000;
const now = Date.now();

export default {
  Countdown: {
    days: () => <Countdown until={now + 75 * hour} />,
    hours: () => <Countdown until={now + 2 * hour} />,
    ended: () => <Countdown until={now - hour} />,
  },
} satisfies ComponentStates;
