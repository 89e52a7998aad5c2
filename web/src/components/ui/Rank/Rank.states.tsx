import type { ComponentStates } from '@/components/gallery/states';
import { Rank } from './Rank';

export default {
  Rank: {
    first: () => <Rank rank={1} />,
    large: () => <Rank rank={1204} />,
  },
} satisfies ComponentStates;
