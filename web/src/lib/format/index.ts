export { formatDate, formatRelative, parseWireDate, splitSpan, toWireDate } from './date';
export type { DateStyle } from './date';
export { localeOf } from './locale';
export { formatMoney, formatNumber } from './number';
export type { MoneyOptions } from './number';
export { useFormat } from './useFormat';
export type { Format } from './useFormat';
