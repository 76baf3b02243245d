import { log } from '../platform/log/log.ts'
import { CounterEntity } from '../platform/paging/counter-entity.ts'
import { transact } from '../platform/table/transact.ts'
import { AgentEntity, AgentShareEntity, type AgentShareItem } from './agent-entity.ts'
import { SHARED_AGENTS } from './write-agent.ts'

const entities = { heads: AgentEntity, shares: AgentShareEntity, counters: CounterEntity }

/** Reads strongly. */
export async function sharesOf(organizationId: string, agentId: string): Promise<AgentShareItem[]> {
  const { data } = await AgentShareEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  return data
}

/** Stores a share. Returns whether it is new. */
export async function addShare(share: AgentShareItem): Promise<boolean> {
  const { organizationId, agentId, userId } = share
  return await transact(entities, ({ heads, shares, counters }) => [
    heads.patch({ organizationId, id: agentId }).add({ shares: 1 }).commit(),
    shares.create(share).commit(),
    counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: 1 }).commit(),
  ])
}

export async function removeShares(organizationId: string, agentId: string): Promise<void> {
  for (const share of await sharesOf(organizationId, agentId)) await removeShare(share)
}

type ShareKey = Pick<AgentShareItem, 'organizationId' | 'agentId' | 'userId'>

export async function unshare(share: ShareKey): Promise<void> {
  if (await removeShare(share)) log('agent.unshared', { ...share })
}

/** Deletes a share. Returns whether it existed. `hasAgent` is false if its agent is deleted, too. */
export async function removeShare({ organizationId, agentId, userId }: ShareKey, hasAgent = true): Promise<boolean> {
  return await transact(entities, ({ heads, shares, counters }) => [
    ...(hasAgent ? [heads.patch({ organizationId, id: agentId }).add({ shares: -1 }).commit()] : []),
    shares.remove({ organizationId, agentId, userId }).commit(),
    counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: -1 }).commit(),
  ])
}
