export { useNotifications } from './useNotifications';
export type { Notification, Notifications } from './useNotifications';
