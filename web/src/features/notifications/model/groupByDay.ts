import type { Notification } from '@/lib/notifications/useNotifications';

export interface Day {
  /** The formatted day, equal for all items of that day. */
  title: string;
  items: Notification[];
}

/** Groups notifications, sorted newest first, by day. */
export function groupByDay(items: readonly Notification[], formatDay: (at: Date) => string): Day[] {
  const days: Day[] = [];
  for (const item of items) {
    const title = formatDay(new Date(item.at));
    const last = days.at(-1);
    if (last?.title === title) last.items.push(item);
    else days.push({ title, items: [item] });
  }
  return days;
}
