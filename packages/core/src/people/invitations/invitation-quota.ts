import { MOST_INVITATIONS_PER_DAY } from '@messaging/contract/dashboard/members.ts'
import { RateLimitError } from '../../platform/errors.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

const DAY_MILLISECONDS = 86_400_000

/** The number of invitations that an organisation sent on one day. Access: by organisation and day. Kept for 2 days. */
export const InvitationCountEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'invitationCount', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** Days since the epoch, in UTC. */
      day: { type: 'number', required: true, readOnly: true },
      count: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byDay: {
        pk: key('pk', 'o#${organizationId}#invitations'),
        sk: key('sk', 'count#${day}'),
      },
    },
  },
  table,
)

/** A condition: today's quota is not used up. */
export const hasQuota: Parameters<ReturnType<typeof InvitationCountEntity.remove>['where']>[0] = (
  { count },
  { lt, notExists },
) => `${notExists(count)} OR ${lt(count, MOST_INVITATIONS_PER_DAY)}`

/** Returns the error for a quota that is used up. */
export function quotaUsedUp(now: number): RateLimitError {
  const seconds = Math.ceil(((dayOf(now) + 1) * DAY_MILLISECONDS - now) / 1000)
  return new RateLimitError(
    `The organisation has sent ${MOST_INVITATIONS_PER_DAY} invitations today, which is the limit. Continue after midnight UTC.`,
    seconds,
  )
}

/** Returns the days since the epoch, in UTC. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MILLISECONDS)
}
