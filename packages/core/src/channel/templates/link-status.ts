import type { LinkStatus } from '@messaging/contract/templates.ts'

/** The provider's statuses, as its API and its webhooks name them, in ours. */
const STATUSES: Readonly<Record<string, LinkStatus>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  UNLOCKED: 'APPROVED',
  /** A warning: it can still be sent. */
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

/** The status of an account link that follows from the provider's; undefined for one that is not known. */
export function linkStatus(providerStatus: string): LinkStatus | undefined {
  return Object.hasOwn(STATUSES, providerStatus) ? STATUSES[providerStatus] : undefined
}

/** The provider's reason as account links show it: its `NONE` is none. */
export function rejectionReason(providerReason: string | null | undefined): string {
  return providerReason === undefined || providerReason === null || providerReason === 'NONE' ? '' : providerReason
}
