import type { ComponentStates } from '@/components/gallery/states';
import { WelcomeCard } from './WelcomeCard';

export default {
  WelcomeCard: {
    default: ({ text }) => <WelcomeCard username="gallery" name={text.name} />,
    long: ({ text }) => <WelcomeCard username="gallery" name={text.longWord} />,
  },
} satisfies ComponentStates;
