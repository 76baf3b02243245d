import type { Amounts } from './ledger.ts'
import { queueRequests } from './sqs-requests.ts'

/** Returns what is billed for an attempt of EventBridge Scheduler to invoke a target. */
export function scheduledAmounts(targetArn: string): Partial<Amounts> {
  return { scheduledInvocations: 1, ...(targetArn.startsWith('arn:aws:sqs:') && queueRequests(targetArn, 0)) }
}
