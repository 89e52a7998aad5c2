import type { components } from '@/contracts/staff';
import { closedBy, closing, isPartial, type MaintenanceWindow, type Texts } from './maintenance';

type WindowInput = components['schemas']['WindowInput'];
type WindowPatch = components['schemas']['WindowPatch'];

/** The form values of a closure. Times are `datetime-local` values, and '' is empty. */
export interface Notice {
  /** A brand id, or `*`. */
  brand: string;
  /** '' starts now. */
  from: string;
  /** '' lasts until an account ends it, and '+60' ends an hour after the start. */
  until: string;
  /** Closes parts instead of the whole site. */
  partial: boolean;
  /** Parts, or the classes and calls of an earlier version. */
  parts: readonly string[];
  /** The messages by language. A blank text is not a message. */
  message: Texts;
  why: string;
  /** Addresses that bypass it, one per line. */
  bypass: string;
}

/** The invalid fields of a notice, each with the name of its text. */
export type NoticeFaults = Partial<
  Record<'from' | 'until' | 'parts' | 'bypass', 'past' | 'order' | 'none' | 'mixed' | 'address'>
>;

export const emptyNotice = (brand: string): Notice => ({
  brand,
  from: '',
  until: '',
  partial: false,
  parts: [],
  message: {},
  why: '',
  bypass: '',
});

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns a time as the value of a datetime-local field. */
export function toField(time: Date): string {
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** Returns the value of a datetime-local field as RFC 3339 in UTC, or undefined for ''. */
export const fromField = (value: string): string | undefined =>
  value === '' ? undefined : new Date(value).toISOString();

/**
 * Returns the end of a notice in milliseconds since 1970. An `alreadyOpen` window counts from now.
 */
export function endOf(
  { from, until }: Notice,
  now: number,
  alreadyOpen = false,
): number | undefined {
  if (until === '') return undefined;
  if (!until.startsWith('+')) return new Date(until).getTime();
  const start = from === '' || alreadyOpen ? now : new Date(from).getTime();
  return start + Number(until) * 60_000;
}

const endField = (notice: Notice, alreadyOpen?: boolean) => {
  const end = endOf(notice, Date.now(), alreadyOpen);
  return end === undefined ? undefined : new Date(end).toISOString();
};

const linesOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** An address without a length is one address. */
const prefixOf = (address: string) => {
  if (address.includes('/')) return address;
  return `${address}/${address.includes(':') ? 128 : 32}`;
};
const isPrefix = (text: string) =>
  /^([0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)\/[0-9]{1,3}$/i.test(text);

const prefixesOf = (notice: Notice) => linesOf(notice.bypass).map(prefixOf);
const messageOf = ({ message }: Notice): Texts =>
  Object.fromEntries(
    Object.entries(message)
      .map(([language, text]) => [language, text.trim()])
      .filter(([, text]) => text),
  ) as Texts;

/** Returns the faults of a notice. The start of an `alreadyOpen` window is fixed. */
export function faultsOf(notice: Notice, now: number, alreadyOpen = false): NoticeFaults {
  const faults: NoticeFaults = {};
  const from = notice.from === '' ? now : new Date(notice.from).getTime();
  const until = endOf(notice, now, alreadyOpen);
  if (notice.from !== '' && from <= now && !alreadyOpen) faults.from = 'past';
  if (until !== undefined && until <= now) faults.until = 'past';
  else if (until !== undefined && until <= from) faults.until = 'order';
  if (notice.partial && notice.parts.length === 0) faults.parts = 'none';
  const { parts, calls } = closing(notice.parts);
  if (parts && calls) faults.parts = 'mixed';
  if (!prefixesOf(notice).every(isPrefix)) faults.bypass = 'address';
  return faults;
}

/** The request of a notice: the switch if it starts now without an end, otherwise a window. */
type NoticeRequest =
  | { kind: 'switch'; body: { on: true } & Omit<WindowInput, 'from' | 'until'> }
  | { kind: 'window'; body: WindowInput };

export function requestOf(notice: Notice): NoticeRequest {
  const from = fromField(notice.from);
  const until = endField(notice);
  const message = messageOf(notice);
  const bypass = prefixesOf(notice);
  const why = notice.why.trim();
  const common = {
    ...closing(notice.parts),
    ...(Object.keys(message).length > 0 && { message }),
    ...(bypass.length > 0 && { bypass }),
    ...(why && { why }),
  };
  if (!from && !until) return { kind: 'switch', body: { on: true, ...common } };
  return { kind: 'window', body: { ...common, ...(from && { from }), ...(until && { until }) } };
}

/** Returns the notice of a window, to edit it. */
export const noticeOf = (window: MaintenanceWindow): Notice => ({
  brand: window.brand,
  from: window.from ? toField(new Date(window.from)) : '',
  until: window.until ? toField(new Date(window.until)) : '',
  partial: isPartial(window),
  parts: closedBy(window),
  message: window.message ?? {},
  why: window.why ?? '',
  bypass: (window.bypass ?? []).join('\n'),
});

export const patchFields = ['from', 'until', 'parts', 'calls', 'message', 'bypass', 'why'] as const;
type PatchField = (typeof patchFields)[number];

/** Returns the window fields that differ in an edited notice. Null clears a field. */
export function patchOf(window: MaintenanceWindow, notice: Notice): WindowPatch {
  const before = noticeOf(window);
  const message = messageOf(notice);
  const bypass = prefixesOf(notice);
  const next = {
    from: fromField(notice.from) ?? null,
    until: endField(notice, window.state === 'open') ?? null,
    parts: closing(notice.parts).parts ?? null,
    calls: closing(notice.parts).calls ?? null,
    message: Object.keys(message).length > 0 ? message : null,
    bypass: bypass.length > 0 ? bypass : null,
    why: notice.why.trim() || null,
  };
  const changed = {
    from: before.from !== notice.from,
    until: before.until !== notice.until,
    parts: !same(before.parts, notice.parts),
    calls: window.calls !== undefined && !same(before.parts, notice.parts),
    message: !same(messageOf(before), message),
    bypass: !same(prefixesOf(before), bypass),
    why: before.why !== notice.why.trim(),
  };
  return Object.fromEntries(
    patchFields.filter((field) => changed[field]).map((field) => [field, next[field]]),
  );
}

/** Returns the fields that differ between two versions of a window. */
export const changedFields = (before: MaintenanceWindow, after: MaintenanceWindow): PatchField[] =>
  patchFields.filter((field) => !same(before[field] ?? null, after[field] ?? null));

const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return (value as unknown[]).map(String).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => a.localeCompare(b));
};

/** Returns the new end of an extended window, counted from its end but not before now. */
export function extended(window: MaintenanceWindow, minutes: number, now: number): string {
  const end = window.until ? Math.max(Date.parse(window.until), now) : now;
  return new Date(end + minutes * 60_000).toISOString();
}
