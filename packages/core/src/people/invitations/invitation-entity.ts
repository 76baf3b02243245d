import { ROLES } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { derivedId } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/**
 * A pending invitation of an email address to an organisation. It exists whether or not the address has an account, and
 * is deleted when it is answered or withdrawn. Access: one, or all of an organisation; all of an address by the index.
 * Kept until it expires.
 */
export const InvitationEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'invitation', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** See `invitationId`. */
    id: { type: 'string', required: true, readOnly: true },
    /** In lower case. */
    email: { type: 'string', required: true, readOnly: true },
    role: { type: ROLES, required: true },
    /** The id of the member who sent the latest invitation. */
    invitedBy: { type: 'string', required: true },
    /** The time of the latest invitation. */
    invitedAt: { type: 'number', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}#invitations'), sk: key('sk', 'invitation#${id}') },
    byEmail: { index: 'gsi1', pk: key('gsi1pk', 'invited#${email}'), sk: key('gsi1sk', '${organizationId}') },
  },
}))
export type InvitationItem = EntityItem<typeof InvitationEntity>

/** Returns the id of the invitation of an address, so that it has at most one in each organisation. */
export function invitationId(organizationId: string, email: string): string {
  return derivedId('invitation', organizationId, email)
}

/** Returns the invitation, or null if it is not pending. */
export async function findInvitation(organizationId: string, id: string, now: EpochMs): Promise<InvitationItem | null> {
  if (id === '') return null
  const { data } = await InvitationEntity.get({ organizationId, id }).go({ consistent: true })
  return data && isPending(data, now) ? data : null
}

/** Lists the pending invitations of an organisation, oldest first. */
export async function listInvitations(organizationId: string, now: EpochMs): Promise<InvitationItem[]> {
  const { data } = await InvitationEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return data.filter((each) => isPending(each, now)).toSorted((a, b) => a.invitedAt - b.invitedAt)
}

/** Deletes the invitations that a user sent to an organisation, because they are no admin of it any more. */
export async function deleteInvitationsBy(organizationId: string, userId: string): Promise<void> {
  const { data } = await InvitationEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  await Promise.all(
    data
      .filter(({ invitedBy }) => invitedBy === userId)
      .map(({ id }) =>
        InvitationEntity.delete({ organizationId, id })
          // Another admin may have renewed it since.
          .where((invitation, { eq }) => eq(invitation.invitedBy, userId))
          .go({ returnOnConditionCheckFailure: true }),
      ),
  )
}

/**
 * Deletes the invitation of an address to an organisation, unless it is newer than `until`: an invitation that was
 * stored while its user joined in another way must not outlive their removal.
 */
export async function deleteInvitationOf(email: string, organizationId: string, until: EpochMs): Promise<void> {
  await InvitationEntity.delete({ organizationId, id: invitationId(organizationId, email) })
    .where(({ invitedAt }, { lte }) => lte(invitedAt, until))
    .go({ returnOnConditionCheckFailure: true })
}

/** Lists the pending invitations of an address. */
export async function listInvitationsOf(email: string, now: EpochMs): Promise<InvitationItem[]> {
  const { data } = await InvitationEntity.query.byEmail({ email }).go({ pages: 'all' })
  return data.filter((each) => isPending(each, now))
}

function isPending({ expiresAt }: InvitationItem, now: EpochMs): boolean {
  return expiresAt * 1000 > now
}
