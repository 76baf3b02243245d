/**
 * Alarms, or sections with all their alarms, whose cause is usually a customer or another company, or that can wait for a working day. They
 * notify the topic of tickets. All others mean that the service fails, and notify the topic of pages.
 */
const TICKETS: readonly string[] = [
  'WebhooksDisabled',
  'ApiThrottled',
  'MessagesParked',
  'NumberWarned',
  'CertificateExpiry',
  'MailBounces',
  'Backups',
  'QuotaUsed',
  // A stranger can cause them: one that sends with a wrong signature, or asks for passwords.
  'ProviderRejected',
  'MailsRefused',
  // An endpoint that answers after nine seconds. Others have executions of their own.
  'OldestMessage-slow-deliveries',
  // Files of customers that cannot be read, and the charts of the dashboard.
  'Errors-extract',
  'DeadLetters-documents',
  // Proofs of agents: no customer waits for them.
  'Errors-prove',
  'DeadLetters-proofs',
  'OldestMessage-proofs',
  'Errors-count',
  'StatisticsIteratorAge',
]

/** Returns the runbook section of an alarm: `DeadLetters` for `Messaging-prod-DeadLetters-turns` and for `DeadLetters-turns`. */
export function sectionOf(alarm: string): string {
  return nameOf(alarm).split('-')[0] ?? alarm
}

/** Returns the name of an alarm in its stage: `DeadLetters-turns`. */
function nameOf(alarm: string): string {
  return alarm.replace(/^Messaging-[a-z0-9-]+-(?=[A-Z])/, '')
}

/** Returns whether an alarm is a ticket instead of a page. */
export function isTicket(alarm: string): boolean {
  return TICKETS.includes(sectionOf(alarm)) || TICKETS.includes(nameOf(alarm))
}

/**
 * Returns whether the name of a stack, an alarm or a log group with this prefix, `Messaging-<stage>-`, is of that stage. The rest begins with an
 * upper-case letter, which stages do not contain: `Messaging-prod-` is also a prefix of `Messaging-prod-eu-Data`.
 */
export function isOfStage(name: string | undefined, prefix: string): name is string {
  return name?.startsWith(prefix) === true && /^[A-Z]/.test(name.slice(prefix.length))
}
