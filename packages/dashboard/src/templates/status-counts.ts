import { LinkStatus } from '@messaging/contract/link-status.ts'
import type { AccountLink } from '@messaging/contract/templates.ts'

/** Returns the number of accounts with each status, most urgent first. */
export function statusCounts(
  links: readonly Pick<AccountLink, 'status'>[],
): readonly (readonly [LinkStatus, number])[] {
  return ORDER.map((status) => [status, links.filter((link) => link.status === status).length] as const).filter(
    ([, count]) => count > 0,
  )
}

const FIRST: readonly LinkStatus[] = ['REJECTED', 'DISABLED', 'PAUSED', 'PENDING']
const ORDER: readonly LinkStatus[] = [...FIRST, ...LinkStatus.options.filter((status) => !FIRST.includes(status))]
