import type { ComponentStates } from '@/components/gallery/states';
import { ReminderDialog } from './SessionReminder';

export default {
  ReminderDialog: {
    default: { overlay: ({ onClose }) => <ReminderDialog minutes={60} onClose={onClose} /> },
  },
} satisfies ComponentStates;
