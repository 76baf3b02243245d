import { type AccountLink, LinkStatus } from '@messaging/contract/templates.ts'

/** How many accounts have each status, those that want attention first. */
export function statusCounts(
  links: readonly Pick<AccountLink, 'status'>[],
): readonly (readonly [LinkStatus, number])[] {
  return ORDER.map((status) => [status, links.filter((link) => link.status === status).length] as const).filter(
    ([, count]) => count > 0,
  )
}

const FIRST: readonly LinkStatus[] = ['REJECTED', 'DISABLED', 'PAUSED', 'PENDING']
const ORDER: readonly LinkStatus[] = [...FIRST, ...LinkStatus.options.filter((status) => !FIRST.includes(status))]
