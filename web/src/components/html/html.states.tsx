import type { ComponentStates } from '@/components/gallery/states';
import { Html } from './Html';

export default {
  Html: {
    default: ({ text }) => <Html html={text.html} />,
    small: ({ text }) => <Html small html={text.html} />,
    long: ({ text }) => <Html html={`<p>${text.longWord}${text.longWord}</p>`} />,
    empty: () => <Html html="" />,
  },
} satisfies ComponentStates;
