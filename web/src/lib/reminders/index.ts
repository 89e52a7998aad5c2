export { readReminders, reminderChoices, saveReminders } from './reminders';
export type { Reminders } from './reminders';
export { startSessionReminder } from './sessionReminder';
