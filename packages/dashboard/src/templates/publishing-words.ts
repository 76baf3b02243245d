import type { PublishedTemplate } from '@messaging/contract/templates.ts'

/** What became of publishing on several accounts: each succeeds or fails on its own. */
export function publishingWords({
  publishResults,
  publishErrors,
  accountLinks,
}: Pick<PublishedTemplate, 'publishResults' | 'publishErrors' | 'accountLinks'>): {
  readonly message: string
  readonly isProblem: boolean
} {
  const done = publishResults.length
  if (publishErrors.length === 0)
    return { message: `Submitted for ${done} ${done === 1 ? 'account' : 'accounts'}.`, isProblem: false }
  const refusals = publishErrors.map(({ accountId, error }) => {
    const name = accountLinks.find((link) => link.accountId === accountId)?.accountName ?? accountId
    return `${name}: ${error}`
  })
  return { message: [...(done > 0 ? [`Submitted for ${done}.`] : []), ...refusals].join(' '), isProblem: true }
}
