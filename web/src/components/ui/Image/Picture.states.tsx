import type { ComponentStates } from '@/components/gallery/states';
import { Picture } from './Picture';

export default {
  Picture: {
    decorative: ({ image }) => <Picture of={{ image }} width={96} height={96} sizes="96px" />,
    described: ({ image, text }) => (
      <Picture of={{ image }} width={96} height={96} sizes="96px" alt={text.title} />
    ),
    missing: ({ text }) => (
      <Picture of={{ image: '' }} width={96} height={96} sizes="96px" fallback={text.title} />
    ),
  },
} satisfies ComponentStates;
