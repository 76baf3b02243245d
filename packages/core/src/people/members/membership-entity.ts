import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * The membership of a user in an organisation, which their API keys require. Access: one, or all of an organisation;
 * all of a user by the index. Kept without expiry; after a removal for 30 days, so that an interrupted removal can be
 * completed.
 */
export const MembershipEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'membership', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true, readOnly: true },
      joinedAt: { type: 'number', required: true },
      /** Present after the user was removed. */
      removedAt: { type: 'number' },
      /** Present after the removal is complete: sessions ended, API keys revoked, webhooks transferred. */
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

/** Returns whether a user is a member of an organisation. Reads consistently. */
export async function isMember(organizationId: string, userId: string): Promise<boolean> {
  const { data } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  return data !== null && data.removedAt === undefined
}

/** Lists the memberships of an organisation, longest-standing first. Includes removed members until they expire. */
export async function listMemberships(organizationId: string): Promise<MembershipItem[]> {
  const { data } = await MembershipEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return data.toSorted((a, b) => a.joinedAt - b.joinedAt)
}

/** Adds a user to organisations of which they were never a member. */
export async function ensureMemberships(
  userId: string,
  organizationIds: readonly string[],
  joinedAt: number,
): Promise<void> {
  for (const organizationId of organizationIds)
    await MembershipEntity.create({ organizationId, userId, joinedAt }).go({ returnOnConditionCheckFailure: true })
}
