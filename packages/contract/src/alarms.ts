/**
 * Alarms whose cause is usually a customer or another company, or that can wait for a working day. They notify the topic of tickets.
 * All others mean that the service fails, and notify the topic of pages.
 */
const TICKETS: readonly string[] = [
  'WebhooksDisabled',
  'ApiThrottled',
  'MessagesParked',
  'CertificateExpiry',
  'MailBounces',
  'Backups',
]

/** Returns the runbook section of an alarm: `DeadLetters` for `Messaging-prod-DeadLetters-turns` and for `DeadLetters-turns`. */
export function sectionOf(alarm: string): string {
  return alarm.replace(/^Messaging-[a-z0-9-]+-(?=[A-Z])/, '').split('-')[0] ?? alarm
}

/** Returns whether an alarm is a ticket instead of a page. */
export function isTicket(alarm: string): boolean {
  return TICKETS.includes(sectionOf(alarm))
}
