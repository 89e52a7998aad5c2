import type { ComponentStates } from '@/components/gallery/states';
import { LazyMount } from './LazyMount';

export default {
  LazyMount: {
    default: ({ text }) => (
      <LazyMount height={24}>
        <p>{text.sentence}</p>
      </LazyMount>
    ),
  },
} satisfies ComponentStates;
