import type { ComponentStates } from '@/components/gallery/states';
import { LoadingBar } from './LoadingBar';

export default {
  LoadingBar: { default: ({ text }) => <LoadingBar label={text.open} /> },
} satisfies ComponentStates;
