import type { ComponentStates } from '@/components/gallery/states';
import { Avatar } from './Avatar';

export default {
  Avatar: {
    initials: () => <Avatar firstname="Deniz" lastname="Kaya" username="demo" />,
    username: () => <Avatar firstname="" lastname="" username="demo" />,
    large: () => <Avatar firstname="Deniz" lastname="Kaya" username="demo" size="large" />,
    arabic: () => <Avatar firstname="دنيز" lastname="كايا" username="demo" size="large" />,
  },
} satisfies ComponentStates;
