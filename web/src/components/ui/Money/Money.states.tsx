import type { ComponentStates } from '@/components/gallery/states';
import { Money } from './Money';

export default {
  Money: {
    amount: () => <Money amount={1234.5} />,
    zero: () => <Money amount={0} />,
    unknown: () => <Money amount={undefined} />,
    gain: () => <Money amount={250} signed />,
    loss: () => <Money amount={-250} signed />,
    undone: () => <Money amount={-250} signed undone />,
    rounded: () => <Money amount={1234.5} round />,
    animated: () => <Money amount={1234.5} animated />,
    long: () => <Money amount={123_456_789_012.34} />,
  },
} satisfies ComponentStates;
