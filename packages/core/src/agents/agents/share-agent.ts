import type { Agent, ShareInput } from '@messaging/contract/agents.ts'
import { createWriteTransaction } from 'electrodb'
import { findUser } from '../../people/users/find-user.ts'
import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { AgentEntity } from './agent-entity.ts'
import { AgentShareEntity, type AgentShareItem } from './agent-share-entity.ts'
import { agentView } from './agent-view.ts'
import { getOwnAgent } from './find-agent.ts'
import { SHARED_AGENTS } from './write-agent.ts'

const entities = { heads: AgentEntity, shares: AgentShareEntity, counters: CounterEntity }

/**
 * `POST /agents/{id}/share/`: lets a user see the agent. Members of the agent's organisation can see it anyway.
 * @throws ServiceError 404 for an unknown agent or user
 */
export async function shareAgent(caller: Caller, id: string, input: ShareInput, now: number): Promise<Agent> {
  const { organizationId } = caller
  const [agent, user] = await Promise.all([getOwnAgent(caller, id), findUser(input)])
  if (!user) throw notFound('user', 'email address or phone number')
  if (!user.organizationIds.includes(organizationId)) {
    const shared = await addShare({ organizationId, agentId: id, userId: user.id, createdAt: now })
    if (shared) log('agent.shared', { organizationId, agentId: id, userId: user.id })
  }
  return await agentView(caller, agent)
}

/** Stores a share. Returns whether it is new. */
async function addShare(share: AgentShareItem): Promise<boolean> {
  const { organizationId, agentId, userId } = share
  const transaction = createWriteTransaction(entities, ({ heads, shares, counters }) => [
    heads.patch({ organizationId, id: agentId }).add({ shares: 1 }).commit(),
    shares.create(share).commit(),
    counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: 1 }).commit(),
  ])
  return await transact(() => transaction.go())
}

export async function removeShares(organizationId: string, agentId: string): Promise<void> {
  const { data } = await AgentShareEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  for (const { userId } of data) {
    const transaction = createWriteTransaction(entities, ({ heads, shares, counters }) => [
      heads.patch({ organizationId, id: agentId }).add({ shares: -1 }).commit(),
      shares.remove({ organizationId, agentId, userId }).commit(),
      counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: -1 }).commit(),
    ])
    await transact(() => transaction.go())
  }
}
