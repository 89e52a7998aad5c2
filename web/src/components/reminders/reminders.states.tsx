import type { ComponentStates } from '@/components/gallery/states';
import { InactivityDialog, ReminderDialog } from './Reminders';

export default {
  InactivityDialog: {
    default: {
      overlay: ({ onClose }) => (
        <InactivityDialog
          endsAt={Date.now() + 90_000}
          onStay={onClose}
          onLogout={onClose}
          onEnd={() => undefined}
        />
      ),
    },
  },
  ReminderDialog: {
    default: { overlay: ({ onClose }) => <ReminderDialog minutes={60} onClose={onClose} /> },
  },
} satisfies ComponentStates;
