import { InactivityWarning } from './InactivityWarning';
import { SessionReminder } from './SessionReminder';

/** What reminds a player of time: of its length, and of its end without activity. Loaded for players only. */
export default function Reminders() {
  return (
    <>
      <SessionReminder />
      <InactivityWarning />
    </>
  );
}
