import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';

/** Returns the function that names a class or a call (class/method) readably; unknown ones keep their name. */
export function useCallName(): (name: string) => string {
  const { t, i18n } = useTranslation('staff');
  return useCallback(
    (name) => {
      const [group = '', method] = name.split('/');
      const text = (key: string, otherwise: string) =>
        i18n.exists(key, { ns: 'staff' }) ? t(key as 'product') : otherwise;
      const groupName = text(`classes.${group}`, group);
      return method ? `${groupName}: ${text(`calls.${group}.${method}`, method)}` : groupName;
    },
    [t, i18n],
  );
}
