import { useCallback, useMemo, useState } from 'react';
import {
  cashType,
  notificationDays,
  notificationLimit,
  orderBy,
  orderDirection,
  pageSize,
  transactionCategory,
  transactionStatus,
} from '@/contracts/constants';
import { useCrmListMassMessages } from '@/contracts/hooks/crm';
import { useFinanceListTransactions } from '@/contracts/hooks/finance';
import { userSessionsKey } from '@/contracts/keys';
import type { MassMessage, Transaction } from '@/contracts/types';
import { bootstrap, supports } from '../bootstrap/bootstrap';
import { parseWireDate, toWireDate } from '../format/date';
import type { GatewayError } from '../gateway/error';
import { useNewDeviceLogin, type DeviceSession } from '../newDevice/newDevice';
import { useTrackedPayments, type TrackedPayment } from '../payments/tracked';
import { usePlayer } from '../session/useSession';
import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/store';
import { useCall } from '../swr/useCall';

/** A login from a new device. `at` is in milliseconds since 1970. */
interface LoginAt {
  at: number;
  device: string;
  here: boolean;
}

/**
 * Returns the logins from new devices, of this browser and of the player's other sessions. If the
 * list of sessions cannot be loaded, the other notifications still appear.
 */
function useNewLogins(): readonly LoginAt[] {
  const own = useNewDeviceLogin(usePlayer()?.profile.username);
  // The generated hook would add the hooks of all calls of the class to the landing page.
  const { data } = useCall(userSessionsKey, {});
  const sessions: readonly DeviceSession[] = data ?? none;
  return useMemo(() => {
    const { timeZone } = bootstrap();
    const others = sessions.filter((session) => session.new_device && !session.current);
    return [
      ...(own ? [{ at: own.at, device: '', here: true }] : []),
      ...others.map(({ since, device }) => ({
        at: parseWireDate(since, timeZone).getTime(),
        device,
        here: false,
      })),
    ];
  }, [own, sessions]);
}

/** The number of stored ids. The page shows fewer of both kinds. */
const limit = 600;

/** The ids that a player has read in this browser, by user name. The uid changes at every login. */
const readIds = createStoredValue<readonly string[]>('readNotifications', {
  parse: (json) => (Array.isArray(json) ? json.map(String) : none),
});

/** Marks notifications as read by a player in this browser. */
function markRead(username: string, ids: readonly string[]): void {
  const known = readIds.get(username);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) readIds.set([...added, ...known].slice(0, limit), username);
}

/** Returns the ids that a player has read in this browser, also in other tabs. */
const useReadIds = (username: string | undefined): readonly string[] =>
  useStore({
    get: () => (username === undefined ? none : readIds.get(username)),
    subscribe: readIds.subscribe,
  });

const none: never[] = [];

const day = 24 * 60 * 60 * 1000;

interface NotificationBase {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  unread: boolean;
}

/** A refused withdrawal, a message, the end of a followed payment, or a login from a new device. */
export type Notification =
  | (NotificationBase & { kind: 'withdrawal'; transaction: Transaction })
  | (NotificationBase & { kind: 'payment'; payment: TrackedPayment })
  | (NotificationBase & { kind: 'message'; message: MassMessage })
  | (NotificationBase & { kind: 'login'; login: Omit<LoginAt, 'at'> });

export interface Notifications {
  /** Newest first. Undefined until both lists are loaded. */
  items: Notification[] | undefined;
  unread: number;
  error: GatewayError | undefined;
  reload(): void;
  /** Marks the given or all notifications as read in this browser. */
  markAsRead(ids?: readonly string[]): void;
}

/** Returns the period of the list of refused withdrawals as wire dates. */
function period(now: number) {
  const { timeZone } = bootstrap();
  const dayOf = (time: number) => toWireDate(new Date(time), timeZone).slice(0, 10);
  return { startDate: dayOf(now - notificationDays * day), endDate: dayOf(now) };
}

/** Returns the player's notifications in one list. */
export function useNotifications(): Notifications {
  const username = usePlayer()?.profile.username;
  const readIds = useReadIds(username);
  const [days] = useState(() => period(Date.now()));
  const refused = useFinanceListTransactions({
    concatRequire: false,
    limit: notificationLimit,
    offset: 0,
    searchCategory: transactionCategory.withdrawal,
    status: transactionStatus.refused,
    ...days,
    OrderDir: orderDirection.newestFirst,
    OrderPar: orderBy.date,
  });
  const messages = useCrmListMassMessages({ limit: pageSize, offset: 0 });
  const withdrawals = supports('finance/list_transactions') ? listOf(refused) : none;
  const payments = useTrackedPayments(username);
  const massMessages = supports('crm/list_mass_messages') ? listOf(messages) : none;

  const logins = useNewLogins();

  const items = useMemo(
    () =>
      withdrawals &&
      massMessages &&
      merge(withdrawals, massMessages, payments, logins, new Set(readIds)),
    [withdrawals, massMessages, payments, logins, readIds],
  );
  const markAsRead = useCallback(
    (ids: readonly string[] = items?.map(({ id }) => id) ?? []) => {
      if (username !== undefined) markRead(username, ids);
    },
    [items, username],
  );
  return {
    items,
    unread: items?.filter(({ unread }) => unread).length ?? 0,
    error: items ? undefined : (failure(refused) ?? failure(messages)),
    reload: () => {
      refused.reload();
      messages.reload();
    },
    markAsRead,
  };
}

interface List<Item> {
  data: Item[] | undefined;
  error: GatewayError | undefined;
}

/** "Kayıt Bulunamadı" means an empty list and is not a failure. */
const listOf = <Item>({ data, error }: List<Item>): Item[] | undefined =>
  error?.reason === 'no-records' ? none : data;

const failure = ({ error }: List<unknown>): GatewayError | undefined =>
  error?.reason === 'no-records' ? undefined : error;

function merge(
  withdrawals: Transaction[],
  messages: MassMessage[],
  payments: readonly TrackedPayment[],
  logins: readonly LoginAt[],
  read: Set<string>,
): Notification[] {
  const { timeZone } = bootstrap();
  const timeOf = (date: string) => parseWireDate(date, timeZone).getTime();
  const refused = withdrawals.map((transaction): Notification => {
    const id = `withdrawal-${transaction.transaction_id}`;
    const at = timeOf(transaction.created_at);
    return { kind: 'withdrawal', id, at, unread: !read.has(id), transaction };
  });
  const received = messages.map((message): Notification => {
    const id = `message-${message.id}`;
    const unread = !message.read && !read.has(id);
    return { kind: 'message', id, at: timeOf(message.created_at), unread, message };
  });
  // The platform's list contains the refused withdrawals.
  const known = (payment: TrackedPayment) =>
    payment.type === cashType.withdraw &&
    payment.state === 'refused' &&
    payment.transactionID !== undefined;
  const settled = payments.flatMap((payment): Notification[] => {
    if (
      payment.settledAt === undefined ||
      payment.seen ||
      payment.state === 'cancelled' ||
      known(payment)
    )
      return [];
    const id = `payment-${payment.key}`;
    return [{ kind: 'payment', id, at: payment.settledAt, unread: !read.has(id), payment }];
  });
  const found = logins.map(({ at, ...login }): Notification => {
    const id = `login-${at}`;
    return { kind: 'login', id, at, unread: !read.has(id), login };
  });
  return [...refused, ...received, ...settled, ...found].sort((a, b) => b.at - a.at);
}
