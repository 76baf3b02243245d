import type { EpochMs } from '@replywright/contract/time.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { AgentEntity } from '../agent-entity.ts'
import { SHARED_AGENTS } from '../write-agent.ts'
import { AgentShareEntity, type AgentShareItem } from './share-entity.ts'
import { ShareInvitationEntity, type ShareInvitationItem } from './share-invitation-entity.ts'

const entities = {
  heads: AgentEntity,
  shares: AgentShareEntity,
  counters: CounterEntity,
  invitations: ShareInvitationEntity,
}

/** Reads strongly. */
export async function sharesOf(organizationId: string, agentId: string): Promise<AgentShareItem[]> {
  const { data } = await AgentShareEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  return data
}

/** Makes a pending invitation the share of a user. Returns false if it is not pending any more, or the agent deleted. */
export async function acceptInvitation(
  { organizationId, agentId, email }: ShareInvitationItem,
  userId: string,
  now: EpochMs,
): Promise<boolean> {
  return await transact(entities, ({ heads, shares, counters, invitations }) => [
    invitations
      .remove({ organizationId, agentId, email })
      .where(
        ({ declinedAt, expiresAt }, { notExists, gt }) => `${notExists(declinedAt)} AND ${gt(expiresAt, now / 1000)}`,
      )
      .commit(),
    heads.patch({ organizationId, id: agentId }).add({ shares: 1 }).commit(),
    shares.create({ organizationId, agentId, userId, sharedWith: email, createdAt: now }).commit(),
    counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: 1 }).commit(),
  ])
}

/** Ends the accepted shares of an agent. */
export async function removeShares(organizationId: string, agentId: string): Promise<void> {
  for (const share of await sharesOf(organizationId, agentId)) await removeShare(share)
}

type ShareKey = Pick<AgentShareItem, 'organizationId' | 'agentId' | 'userId'>

export async function unshare({ organizationId, agentId, userId }: ShareKey): Promise<void> {
  if (await removeShare({ organizationId, agentId, userId })) log('agent.unshared', { organizationId, agentId, userId })
}

/** Deletes a share. Returns whether it existed. `hasAgent` is false if its agent is deleted, too. */
export async function removeShare({ organizationId, agentId, userId }: ShareKey, hasAgent = true): Promise<boolean> {
  return await transact(entities, ({ heads, shares, counters }) => [
    ...(hasAgent ? [heads.patch({ organizationId, id: agentId }).add({ shares: -1 }).commit()] : []),
    shares.remove({ organizationId, agentId, userId }).commit(),
    counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: -1 }).commit(),
  ])
}
