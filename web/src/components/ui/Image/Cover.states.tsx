import type { ComponentStates } from '@/components/gallery/states';
import { Cover } from './Cover';

export default {
  Cover: {
    decorative: ({ image }) => <Cover src={image} width={96} height={96} />,
    described: ({ image, text }) => <Cover src={image} width={96} height={96} alt={text.title} />,
    missing: () => <Cover src="" width={96} height={96} />,
  },
} satisfies ComponentStates;
