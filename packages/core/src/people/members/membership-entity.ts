import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * That a user belongs to an organisation. It decides whether their API keys work. Access: one, or all of an organisation; all of a
 * user by the index. Kept without expiry; after a removal for 30 days, so that a removal that was cut off can be completed.
 */
export const MembershipEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'membership', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true, readOnly: true },
      joinedAt: { type: 'number', required: true },
      /** Present once the user was removed. */
      removedAt: { type: 'number' },
      /** Present once the sessions, API keys and webhooks of the removed user are dealt with. */
      settledAt: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byOrganization: {
        pk: key('pk', 'o#${organizationId}#members'),
        sk: key('sk', 'member#${userId}'),
      },
      byUser: {
        index: 'gsi1',
        pk: key('gsi1pk', 'u#${userId}#memberships'),
        sk: key('gsi1sk', '${organizationId}'),
      },
    },
  },
  table,
)
export type MembershipItem = EntityItem<typeof MembershipEntity>

/** Whether a user belongs to an organisation right now. */
export async function isMember(organizationId: string, userId: string): Promise<boolean> {
  const { data } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  return data !== null && data.removedAt === undefined
}

/** Members of an organisation, those who joined first first, and removed ones whose removal is not settled yet. */
export async function listMemberships(organizationId: string): Promise<MembershipItem[]> {
  const { data } = await MembershipEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return data.toSorted((a, b) => a.joinedAt - b.joinedAt)
}

/** Makes a user a member of organisations that they have never been a member of. */
export async function ensureMemberships(
  userId: string,
  organizationIds: readonly string[],
  joinedAt: number,
): Promise<void> {
  for (const organizationId of organizationIds)
    await MembershipEntity.create({ organizationId, userId, joinedAt }).go({ returnOnConditionCheckFailure: true })
}
