export { SessionReminder } from './SessionReminder';
