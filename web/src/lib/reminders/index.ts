export { readReminders, saveReminders, sessionChoices } from './reminders';
export type { Reminders } from './reminders';
export { startSessionReminder } from './sessionReminder';
