import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';
import type { components } from '@/contracts/staff';

type PaymentPart = components['schemas']['PaymentPart'];

/**
 * Returns the function that names a class, a part or a call (class/method) readably; unknown ones keep their name. The
 * part of a payment says whether it pays in or out, which most of these calls do not.
 */
export function useCallName(): (name: string, part?: PaymentPart) => string {
  const { t, i18n } = useTranslation('staff');
  return useCallback(
    (name, part = 'none') => {
      const [group = '', method] = name.split('/');
      const text = (key: string, otherwise: string) =>
        i18n.exists(key, { ns: 'staff' }) ? t(key as 'product') : otherwise;
      const groupName = text(`classes.${part === 'none' ? group : part}`, group);
      return method ? `${groupName}: ${text(`calls.${group}.${method}`, method)}` : groupName;
    },
    [t, i18n],
  );
}
