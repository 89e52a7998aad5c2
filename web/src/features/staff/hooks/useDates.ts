import { useMemo } from 'react';
import { useLanguage } from '@/lib/i18n/language';
import { formatRelative } from '@/lib/format/date';

const dayAndTime: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** Formatters of the API's times, RFC 3339, in the browser's time zone: that of the person who reads them. */
export function useDates() {
  const { language } = useLanguage();
  return useMemo(() => {
    const locale = language === 'tr' ? 'tr-TR' : 'en-GB';
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(locale, options);
      return (at: string) => formatter.format(new Date(at));
    };
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const today = format(time);
    const otherDay = format(dayAndTime);
    return {
      /** The time, with its day unless it is today. */
      short: (at: string) =>
        new Date(at).toDateString() === new Date().toDateString() ? today(at) : otherDay(at),
      time: today,
      withSeconds: format({ ...dayAndTime, second: '2-digit' }),
      zoned: format({ ...dayAndTime, timeZoneName: 'short' }),
      exact: format({ ...dayAndTime, second: '2-digit', timeZoneName: 'short' }),
      relative: (at: string, now: number) => formatRelative(new Date(at), now, language, timeZone),
    };
  }, [language]);
}
