import { useMemo, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { limitValue } from '@/components/limits/limits';
import type { components } from '@/contracts/staff';
import { formatRelative } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/number';
import { useLanguage } from '@/lib/i18n/language';
import type { StaffError } from '../api/client';
import type { LimitId, LimitKind, LimitProposal, LimitValue } from '../model/limits';

const dayAndTime: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** Returns formatters of the API's times (RFC 3339) in the browser's time zone. */
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
      /** The time, with its day if it is not today. */
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

/** Returns a formatter of the API's amounts, `250.5 TRY` or without the currency. */
export function useAmount(): (amount?: string) => string {
  const { language } = useLanguage();
  return useCallback(
    (amount) => {
      const [number, currency = ''] = amount?.split(' ') ?? [];
      return number ? formatMoney(Number(number), currency, language).trim() : '';
    },
    [language],
  );
}

type PaymentPart = components['schemas']['PaymentPart'];

/**
 * Returns a function with a readable name for a class, a part or a call (class/method). Unknown
 * names remain unchanged. `part` gives a payment's direction, which most of these calls do not.
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

/** Returns a function that explains a failed request. */
export function useErrorText(): (error: StaffError) => string {
  const { t } = useTranslation('staff');
  return (error) => {
    if (error.status === 0) return t('failed.offlineText');
    if (error.status === 403 && !error.message) return t('noRight.text');
    return error.message || t('failed.text', { status: error.status });
  };
}

/** Returns a function that explains Croupier's `debug` reasons and keeps platform reasons. */
export function useDebugText(): (debug?: string) => string | undefined {
  const { t, i18n } = useTranslation('staffPages');
  return (debug) => {
    const isKnown = i18n.exists(`debug.${debug}`, { ns: 'staffPages', nsSeparator: false });
    return isKnown ? t(`debug.${debug as 'maintenance'}`) : debug;
  };
}

/** Returns the formatters of limits and their values. `currency` is the currency of amounts. */
export function useLimitTexts(currency: string) {
  const { t } = useTranslation('staffPages');
  const { language } = useLanguage();
  const value = ({ amount, minutes }: LimitValue) => {
    if (amount !== undefined) return formatMoney(amount, currency, language);
    return minutes === undefined ? '' : t('limits.minutes', { count: minutes });
  };
  const name = ({ kind, period }: LimitId) =>
    t('limits.nameOf', { kind: t(`limits.kinds.${kind}`), period: t(`limits.periods.${period}`) });
  return {
    value,
    name,
    /** A number in the unit of a kind. */
    number: (kind: LimitKind, n: number) => value(limitValue(kind, n)),
    /** The effect of a proposal. */
    proposal: (item: LimitProposal) => {
      if (item.subject !== 'limit') return t(`limits.ends.${item.subject}`);
      const { kind, period } = item;
      const limit = kind && period ? name({ kind, period }) : '';
      return item.removal
        ? t('limits.removalOf', { limit })
        : t('limits.changeOf', { limit, value: value(item) });
    },
  };
}

/** Returns the texts of audit actions by name. Other versions may write more actions. */
export function useAuditActions(): Record<string, string> {
  const { t } = useTranslation('staffPages');
  return t('audit.actions', { returnObjects: true }) satisfies Record<
    components['schemas']['AuditEntry']['action'],
    string
  >;
}
