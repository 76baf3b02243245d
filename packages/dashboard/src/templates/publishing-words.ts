import type { PublishedTemplate } from '@messaging/contract/templates.ts'
import { words } from './words.ts'

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
  if (publishErrors.length === 0) return { message: words.publishing.submittedFor(done), isProblem: false }
  const failures = publishErrors.map(({ accountId, error }) => {
    const name = accountLinks.find((link) => link.accountId === accountId)?.accountName ?? accountId
    return words.publishing.failure(name, error)
  })
  return {
    message: [...(done > 0 ? [words.publishing.submittedFor(done)] : []), ...failures].join(' '),
    isProblem: true,
  }
}
