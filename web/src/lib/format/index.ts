export { formatDate, formatRelative, parseWireDate, splitDuration, toWireDate } from './date';
export type { DateStyle } from './date';
export { localeOf } from './locale';
export { formatMoney, formatNumber } from './number';
export type { MoneyOptions } from './number';
export { useFormat } from './useFormat';
export type { Format } from './useFormat';
