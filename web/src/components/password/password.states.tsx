import type { ComponentStates } from '@/components/gallery/states';
import { PasswordField, PasswordMeter } from './PasswordField';

export default {
  PasswordField: {
    empty: ({ text }) => <PasswordField label={text.label} />,
    error: ({ text }) => <PasswordField label={text.label} error={text.error} />,
  },
  PasswordMeter: {
    empty: () => <PasswordMeter password="" />,
    weak: () => <PasswordMeter password="nar" />,
    good: () => <PasswordMeter password="NAR12345" />,
    strong: () => <PasswordMeter password="Nar-12345" />,
  },
} satisfies ComponentStates;
