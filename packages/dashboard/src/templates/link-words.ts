import type { LinkStatus } from '@messaging/contract/templates.ts'

/** What a status on an account means. */
export const STATUS_WORDS = {
  DRAFT: 'Not published there.',
  PENDING: 'The provider reviews it, most often within minutes.',
  APPROVED: 'It can be sent.',
  REJECTED: 'The provider refused it. Change it, and publish it again.',
  PAUSED: 'Customers complained: the provider pauses it for some hours.',
  DISABLED: 'The provider disabled it: it cannot be sent any more.',
} as const satisfies Record<LinkStatus, string>

const REASONS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'Its content is abusive, or asks for what it must not.',
  INCORRECT_CATEGORY: 'Its category does not fit what it says.',
  INVALID_FORMAT: 'Its variables are not as they have to be, or two of them touch.',
  PROMOTIONAL: 'It promotes something, which only the category MARKETING may.',
  SCAM: 'The provider takes it for a scam.',
  TAG_CONTENT_MISMATCH: 'Its language or category does not fit its content.',
}

/** Why the provider refused a template, in words where they are known; `''` when it was not refused. */
export function rejectionWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? `${REASONS[reason]} (${reason})` : reason
}
