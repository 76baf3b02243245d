import type { LinkStatus } from '@messaging/contract/templates.ts'

/** The meaning of a template's status on an account. */
export const STATUS_WORDS = {
  DRAFT: 'Not published.',
  PENDING: 'The provider is reviewing it, usually within minutes.',
  APPROVED: 'Can be sent.',
  REJECTED: 'The provider rejected it. Edit and publish it again.',
  PAUSED: 'Paused by the provider for several hours after customer complaints.',
  DISABLED: 'Disabled by the provider. Can no longer be sent.',
} as const satisfies Record<LinkStatus, string>

const REASONS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'The content is abusive or requests prohibited information.',
  INCORRECT_CATEGORY: 'The category does not match the content.',
  INVALID_FORMAT: 'The variables are invalid or adjacent.',
  PROMOTIONAL: 'Promotional content requires the category MARKETING.',
  SCAM: 'The provider classified it as a scam.',
  TAG_CONTENT_MISMATCH: 'The language or category does not match the content.',
}

/** Returns why the provider rejected a template, with a description if known; `''` if it was not rejected. */
export function rejectionWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? `${REASONS[reason]} (${reason})` : reason
}
