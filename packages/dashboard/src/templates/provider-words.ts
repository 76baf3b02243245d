import type { PublishedTemplate } from '@replywright/contract/templates.ts'

/** The provider's categories. */
export const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  UTILITY: 'Utility',
  MARKETING: 'Marketing',
  AUTHENTICATION: 'Authentication',
}

const QUALITY_NAMES: Readonly<Record<string, string>> = { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' }

/** Returns the provider's rating of a template in words, or a dash if it has none yet. */
export function qualityText(score: string): string {
  return QUALITY_NAMES[score] ?? '–'
}

function submittedText(accounts: number): string {
  return `Submitted for ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`
}

/** Describes the result of publishing on several accounts. Each account succeeds or fails independently. */
export function publishingWords({
  publishResults,
  publishErrors,
  accountLinks,
}: Pick<PublishedTemplate, 'publishResults' | 'publishErrors' | 'accountLinks'>): {
  readonly message: string
  readonly isProblem: boolean
} {
  const done = publishResults.length
  if (publishErrors.length === 0) return { message: submittedText(done), isProblem: false }
  const failures = publishErrors.map(({ accountId, error }) => {
    const name = accountLinks.find((link) => link.accountId === accountId)?.accountName ?? accountId
    return `${name}: ${error}`
  })
  return { message: [...(done > 0 ? [submittedText(done)] : []), ...failures].join(' '), isProblem: true }
}
