import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { isLive } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/**
 * A share of an agent that its recipient has not accepted, in the agent's partition. It exists whether or not the address
 * has an account, and gives no access. Access: all of an agent; all of an address, or one by the agent's id, by the index.
 * Kept until it is accepted or withdrawn, or expires.
 */
export const ShareInvitationEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentShareInvitation', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    /** In lower case. */
    email: { type: 'string', required: true, readOnly: true },
    /** The id of the member who shared the agent, or the owner of the API key. */
    sharedBy: { type: 'string', required: true },
    createdAt: { type: 'number', required: true },
    /**
     * When the recipient declined. The item stays: its absence would tell the owner that the address has an account, and
     * sharing again would ask again.
     */
    declinedAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${agentId}'), sk: key('sk', 'shareInvitation#${email}') },
    byEmail: { index: 'gsi1', pk: key('gsi1pk', 'shared#${email}'), sk: key('gsi1sk', '${agentId}') },
  },
}))
export type ShareInvitationItem = EntityItem<typeof ShareInvitationEntity>

type ShareInvitationKey = Pick<ShareInvitationItem, 'organizationId' | 'agentId' | 'email'>

/** Lists the live invitations of an agent, also declined ones. Reads strongly. */
export async function listInvitationsOfAgent(
  organizationId: string,
  agentId: string,
  now: EpochMs,
): Promise<ShareInvitationItem[]> {
  const { data } = await ShareInvitationEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  return data.filter((each) => isLive(each, now))
}

/** Lists the pending invitations of an address, the oldest first. Eventually consistent. */
export async function listPendingOf(email: string, now: EpochMs): Promise<ShareInvitationItem[]> {
  const invitations = await listInvitationsOfAddress(email)
  return invitations.filter((each) => isPending(each, now)).toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Lists the invitations of an address, also declined and expired ones. Eventually consistent. */
export async function listInvitationsOfAddress(email: string): Promise<ShareInvitationItem[]> {
  const { data } = await ShareInvitationEntity.query.byEmail({ email: email.toLowerCase() }).go({ pages: 'all' })
  return data
}

/** Returns the pending invitation of an address to an agent, or undefined. */
export async function findInvitation(
  email: string,
  agentId: string,
  now: EpochMs,
): Promise<ShareInvitationItem | undefined> {
  const { data } = await ShareInvitationEntity.query.byEmail({ email: email.toLowerCase(), agentId }).go()
  const [listed] = data
  if (!listed) return undefined
  const { data: stored } = await ShareInvitationEntity.get(listed).go({ consistent: true })
  return stored && isPending(stored, now) ? stored : undefined
}

/** Deletes an invitation. Idempotent. */
export async function deleteInvitation({ organizationId, agentId, email }: ShareInvitationKey): Promise<void> {
  await ShareInvitationEntity.delete({ organizationId, agentId, email }).go()
}

/** Deletes the invitations of an agent that is deleted. A transaction with the agent's head keeps new ones out. */
export async function deleteInvitationsOfAgent(organizationId: string, agentId: string): Promise<void> {
  const { data } = await ShareInvitationEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  for (const invitation of data) await deleteInvitation(invitation)
}

function isPending(invitation: ShareInvitationItem, now: EpochMs): boolean {
  return invitation.declinedAt === undefined && isLive(invitation, now)
}
