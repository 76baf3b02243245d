import type { Amounts } from './ledger.ts'
import { queueRequests } from './sqs-requests.ts'

/** What is billed for an attempt of EventBridge Scheduler to reach a target. */
export function scheduledAmounts(targetArn: string): Partial<Amounts> {
  return { scheduledInvocations: 1, ...(targetArn.startsWith('arn:aws:sqs:') && queueRequests(targetArn, 0)) }
}
