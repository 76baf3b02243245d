import type { Agent, ShareInput } from '@messaging/contract/agents.ts'
import type { AgentShare } from '@messaging/contract/dashboard/agent-shares.ts'
import { createWriteTransaction } from 'electrodb'
import { findUser } from '../people/users/find-user.ts'
import { UserEntity, type UserItem } from '../people/users/user-entity.ts'
import type { Caller } from '../platform/caller.ts'
import { isoTime } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { CounterEntity } from '../platform/paging/counter-entity.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { transact } from '../platform/table/transact.ts'
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
  const [agent, user] = await Promise.all([getOwnAgent(caller, id), getUser(input)])
  if (!user.organizationIds.includes(organizationId)) {
    const sharedWith = input.email?.toLowerCase() ?? `+${input.userPhoneNumber}`
    const shared = await addShare({ organizationId, agentId: id, userId: user.id, sharedWith, createdAt: now })
    if (shared) log('agent.shared', { organizationId, agentId: id, userId: user.id })
  }
  return await agentView(caller, agent)
}

/** `DELETE /agents/{id}/share/`. Idempotent. @throws ServiceError 404 for an unknown agent or user */
export async function unshareAgent(caller: Caller, id: string, input: ShareInput): Promise<undefined> {
  const [, { id: userId }] = await Promise.all([getOwnAgent(caller, id), getUser(input)])
  await unshare({ organizationId: caller.organizationId, agentId: id, userId })
}

/** Stops sharing an agent with a user of `listShares`. Idempotent. @throws ServiceError 404 for an unknown agent */
export async function removeListedShare(caller: Caller, id: string, userId: string): Promise<undefined> {
  await getOwnAgent(caller, id)
  await unshare({ organizationId: caller.organizationId, agentId: id, userId })
}

/**
 * Stops sharing an organisation's agents with a user who joins it: members see them anyway, and would see them twice.
 * Idempotent.
 */
export async function unshareWithMember(organizationId: string, userId: string): Promise<void> {
  const { data } = await AgentShareEntity.query.byUser({ userId }).go({ pages: 'all' })
  const own = data.filter((share) => share.organizationId === organizationId)
  for (const { agentId } of own) await unshare({ organizationId, agentId, userId })
}

/**
 * Returns the users with whom an agent is shared, the oldest share first.
 * @throws ServiceError 403 for an agent that others share with the caller, 404 for an unknown one
 */
export async function listShares(caller: Caller, agentId: string): Promise<AgentShare[]> {
  await getOwnAgent(caller, agentId)
  const shares = await sharesOf(caller.organizationId, agentId)
  const unnamed = shares.filter(({ sharedWith }) => sharedWith === undefined)
  const users = await batchGet(
    unnamed.map(({ userId }) => ({ id: userId })),
    (keys) => UserEntity.get(keys).go(),
  )
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  return shares
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ userId, sharedWith, createdAt }) => ({
      userId,
      user: sharedWith ?? emails.get(userId) ?? userId,
      createdAt: isoTime(createdAt),
    }))
}

/** Returns the user of an email address or a proved number. @throws ServiceError 404 if there is none */
async function getUser(input: ShareInput): Promise<UserItem> {
  const user = await findUser(input)
  if (!user) throw notFound('user', 'email address or phone number. Users must prove a phone number first')
  return user
}

async function sharesOf(organizationId: string, agentId: string): Promise<AgentShareItem[]> {
  const { data } = await AgentShareEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  return data
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
  for (const share of await sharesOf(organizationId, agentId)) await removeShare(share)
}

type ShareKey = Pick<AgentShareItem, 'organizationId' | 'agentId' | 'userId'>

async function unshare(share: ShareKey): Promise<void> {
  if (await removeShare(share)) log('agent.unshared', { ...share })
}

/** Deletes a share. Returns whether it existed. `hasAgent` is false if its agent is deleted, too. */
export async function removeShare({ organizationId, agentId, userId }: ShareKey, hasAgent = true): Promise<boolean> {
  const transaction = createWriteTransaction(entities, ({ heads, shares, counters }) => [
    ...(hasAgent ? [heads.patch({ organizationId, id: agentId }).add({ shares: -1 }).commit()] : []),
    shares.remove({ organizationId, agentId, userId }).commit(),
    counters.update({ organizationId: userId, noun: SHARED_AGENTS }).add({ count: -1 }).commit(),
  ])
  return await transact(() => transaction.go())
}
