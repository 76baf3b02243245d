import type { LinkStatus } from '@replywright/contract/templates.ts'

/** The statuses of the provider's API and webhooks, mapped to ours. */
const STATUSES: Readonly<Record<string, LinkStatus>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  UNLOCKED: 'APPROVED',
  /** A warning: the template can still be sent. */
  FLAGGED: 'APPROVED',
  PENDING: 'PENDING',
  IN_APPEAL: 'PENDING',
  REJECTED: 'REJECTED',
  LIMIT_EXCEEDED: 'REJECTED',
  PAUSED: 'PAUSED',
  DISABLED: 'DISABLED',
  LOCKED: 'DISABLED',
  ARCHIVED: 'DISABLED',
  PENDING_DELETION: 'DRAFT',
  DELETED: 'DRAFT',
}

/** Returns the status of an account link for the provider's status, or undefined if it is unknown. */
export function linkStatus(providerStatus: string): LinkStatus | undefined {
  return Object.hasOwn(STATUSES, providerStatus) ? STATUSES[providerStatus] : undefined
}

/** Returns the provider's reason for account links; empty for `NONE`. */
export function rejectionReason(providerReason: string | null | undefined): string {
  return providerReason === undefined || providerReason === null || providerReason === 'NONE' ? '' : providerReason
}
