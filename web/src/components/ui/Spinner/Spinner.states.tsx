import type { ComponentStates } from '@/components/gallery/states';
import { PageSpinner, Spinner } from './Spinner';

export default {
  Spinner: { default: () => <Spinner /> },
  PageSpinner: { default: ({ text }) => <PageSpinner label={text.open} /> },
} satisfies ComponentStates;
