import type { Me, PendingShare } from '@replywright/contract/dashboard/session.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { OrganizationEntity } from '../../people/organizations/organizations.ts'
import { viewUser } from '../../people/users/accounts.ts'
import { UserEntity } from '../../people/users/user-entity.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { isoTime } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { type Caller, type Origin, placeOf } from '../../platform/request.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { AgentEntity } from '../agent-entity.ts'
import { findAgentHead } from '../find-agent.ts'
import { acceptInvitation, removeShare, unshare } from './agent-shares.ts'
import { AgentShareEntity, type AgentShareItem } from './share-entity.ts'
import {
  deleteInvitation,
  findInvitation,
  listInvitationsOfAddress,
  listPendingOf,
  ShareInvitationEntity,
  type ShareInvitationItem,
} from './share-invitation-entity.ts'

/** Returns the caller with their organisations and what awaits their answer. */
export async function viewMe(caller: Caller, now: EpochMs): Promise<Me> {
  const [user, shares] = await Promise.all([viewUser(caller, now), viewPendingShares(caller.email ?? '', now)])
  return { ...user, shares }
}

/** Returns the shares that await the answer of the user with an address, the oldest first. Omits deleted agents. */
async function viewPendingShares(email: string, now: EpochMs): Promise<PendingShare[]> {
  const invitations = await listPendingOf(email, now)
  if (invitations.length === 0) return []
  const [agents, organizations, users] = await Promise.all([
    batchGet(
      invitations.map(({ organizationId, agentId }) => ({ organizationId, id: agentId })),
      (keys) => AgentEntity.get(keys).go(),
    ),
    batchGet(unique(invitations.map(({ organizationId }) => organizationId)), (keys) =>
      OrganizationEntity.get(keys).go(),
    ),
    batchGet(unique(invitations.map(({ sharedBy }) => sharedBy)), (keys) => UserEntity.get(keys).go()),
  ])
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]))
  const organizationNames = new Map(organizations.map(({ id, name }) => [id, name]))
  const senders = new Map(users.map((user) => [user.id, user.email]))
  return invitations.flatMap(({ organizationId, agentId, sharedBy, expiresAt }) => {
    const agentName = agentNames.get(agentId)
    const organizationName = organizationNames.get(organizationId)
    if (agentName === undefined || organizationName === undefined) return []
    const from = { organizationName, sharedBy: senders.get(sharedBy) ?? '' }
    return [{ agentId, agentName, ...from, expiresAt: isoTime(expiresAt * 1000) }]
  })
}

function unique(ids: readonly string[]): { readonly id: string }[] {
  return [...new Set(ids)].map((id) => ({ id }))
}

/**
 * Accepts a share: from now on the caller sees the agent, in all their organisations. A repeat has no effect.
 * @throws ServiceError 404 if the agent is not shared with the caller's address
 */
export async function acceptShare(caller: Caller, agentId: string, origin: Origin, now: EpochMs): Promise<undefined> {
  const { userId, email = '' } = caller
  if (await findShare(userId, agentId)) return
  const invitation = await findInvitation(email, agentId, now)
  if (!invitation) throw noSuchShare()
  const { organizationId } = invitation
  const agent = await findAgentHead(organizationId, agentId)
  if (!agent) throw noSuchShare()
  await recordChange(answer(caller, agent, 'accept_share', origin), async () => {
    if (!(await acceptInvitation(invitation, userId, now)) && !(await findShare(userId, agentId))) throw noSuchShare()
  })
  log('agent.shared', { organizationId, agentId, userId })
}

/**
 * Leaves a share that the caller accepted, or declines a pending one, which its owner cannot see.
 * @throws ServiceError 404 if the agent is not shared with the caller
 */
export async function leaveShare(caller: Caller, agentId: string, origin: Origin, now: EpochMs): Promise<undefined> {
  const { userId, email = '' } = caller
  const share = await findShare(userId, agentId)
  if (share) return await leave(caller, share, origin)
  const invitation = await findInvitation(email, agentId, now)
  if (!invitation) throw noSuchShare()
  await decline(invitation, now)
}

async function leave(caller: Caller, share: AgentShareItem, origin: Origin): Promise<undefined> {
  const { organizationId, agentId } = share
  const agent = (await findAgentHead(organizationId, agentId)) ?? { organizationId, id: agentId, name: '' }
  await recordChange(answer(caller, agent, 'leave_share', origin), async () => {
    await removeShare(share)
  })
  log('agent.share_left', { organizationId, agentId, userId: caller.userId })
}

async function decline({ organizationId, agentId, email }: ShareInvitationItem, now: EpochMs): Promise<undefined> {
  await ShareInvitationEntity.patch({ organizationId, agentId, email })
    .set({ declinedAt: now })
    .go({ returnOnConditionCheckFailure: true })
}

/** The entry belongs to the organisation that shares the agent. */
function answer(
  { userId, email = '' }: Caller,
  agent: { readonly organizationId: string; readonly id: string; readonly name: string },
  action: 'accept_share' | 'leave_share',
  origin: Origin,
) {
  const object = { object: 'agent', objectId: agent.id, objectName: agent.name } as const
  return [{ organizationId: agent.organizationId, userId, email, action, ...object, ...placeOf(origin) }]
}

async function findShare(userId: string, agentId: string): Promise<AgentShareItem | undefined> {
  const { data } = await AgentShareEntity.query.byUser({ userId, agentId }).go()
  return data[0]
}

function noSuchShare() {
  return notFound('share', 'list of invitations: it was answered or withdrawn, or it expired')
}

/**
 * Ends the shares of an organisation's agents with a user who joins it, also pending ones: members see the agents anyway,
 * and would see them twice. Idempotent.
 */
export async function unshareWithMember(
  organizationId: string,
  { id: userId, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  for (const invitation of await listInvitationsOfAddress(email))
    if (invitation.organizationId === organizationId) await deleteInvitation(invitation)
  const { data } = await AgentShareEntity.query.byUser({ userId }).go({ pages: 'all' })
  const own = data.filter((share) => share.organizationId === organizationId)
  for (const { agentId } of own) await unshare({ organizationId, agentId, userId })
}
