import type { Agent } from '@messaging/contract/agents.ts'
import type { PageQuery } from '@messaging/contract/page.ts'
import type { Caller } from '../platform/caller.ts'
import { countOf } from '../platform/paging/counter-entity.ts'
import { listPage, type PageResponse } from '../platform/paging/page.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { AgentBodyEntity } from './agent-body-entity.ts'
import { AgentCountEntity } from './agent-count-entity.ts'
import { AgentEntity, type AgentItem } from './agent-entity.ts'
import { AgentShareEntity } from './agent-share-entity.ts'
import { getAgentContext, viewInContext } from './agent-view.ts'
import { type StoredAgent, storedAgent, withCounts } from './find-agent.ts'
import { AGENTS, SHARED_AGENTS } from './write-agent.ts'

/** Maximum size of a page: a Lambda response has at most 6 MB. */
const LARGEST_PAGE_BYTES = 5 * 1024 * 1024

/**
 * `GET /agents/`: returns the organisation's agents, newest first, then those shared with the caller. Reads the heads
 * and bodies of one page only. Large agents make a page shorter.
 */
export async function listAgents(caller: Caller, query: PageQuery): Promise<PageResponse<Agent>> {
  const { organizationId, userId } = caller
  const [own, shared, page] = await Promise.all([
    countOf(organizationId, AGENTS),
    countOf(userId, SHARED_AGENTS),
    listPage(query, headsVisibleTo(caller)),
  ])
  const fitting = countThatFits(page.items)
  const { items, nextCursor } =
    fitting < page.items.length ? await listPage({ ...query, limit: fitting }, headsVisibleTo(caller)) : page
  const count = own + shared
  return {
    count,
    results: await viewAll(caller, await readBodies(items)),
    // DynamoDB returns a cursor at the limit even if no item follows.
    nextCursor: query.offset + items.length < count ? nextCursor : null,
  }
}

/** Returns how many heads have agents that fit one response, at least one. */
function countThatFits(heads: readonly AgentItem[]): number {
  let bytes = 0
  const tooMany = heads.findIndex(({ size }, index) => {
    bytes += size
    return index > 0 && bytes > LARGEST_PAGE_BYTES
  })
  return tooMany === -1 ? heads.length : tooMany
}

/** Returns the agents of `heads` in their order, without those deleted since. */
async function readBodies(heads: readonly AgentItem[]): Promise<StoredAgent[]> {
  const keys = heads.map(({ organizationId, id }) => ({ organizationId, id }))
  const [bodies, counts] = await Promise.all([
    batchGet(keys, (some) => AgentBodyEntity.get(some).go()),
    batchGet(keys, (some) => AgentCountEntity.get(some).go()),
  ])
  const byId = new Map(bodies.map((body) => [body.id, body]))
  const countsById = new Map(counts.map((count) => [count.id, count]))
  return heads.flatMap((head) => {
    const body = byId.get(head.id)
    return body ? [storedAgent(withCounts(head, countsById.get(head.id)), body)] : []
  })
}

async function viewAll(caller: Caller, agents: readonly StoredAgent[]): Promise<Agent[]> {
  const byOwner = Map.groupBy(agents, ({ head }) => head.organizationId)
  const contexts = new Map(
    await Promise.all(
      [...byOwner].map(async ([owner, theirs]) => [owner, await getAgentContext(owner, theirs)] as const),
    ),
  )
  return await Promise.all(
    agents.map(async (agent) => {
      const { organizationId } = agent.head
      return await viewInContext(
        caller,
        agent,
        contexts.get(organizationId) ?? (await getAgentContext(organizationId, [agent])),
      )
    }),
  )
}

interface Position {
  readonly limit: number
  readonly cursor: string | null
}
interface Heads {
  readonly data: readonly AgentItem[]
  readonly cursor: string | null
}

/** Prefix of a cursor in the shared agents. The prefix alone is their start. */
const SHARED = 'shared.'

/** Returns a function that lists the agents visible to a caller: the organisation's, newest first, then shared ones. */
function headsVisibleTo({ organizationId, userId }: Caller): (position: Position) => Promise<Heads> {
  return async ({ limit, cursor }) => {
    if (cursor?.startsWith(SHARED)) return await sharedHeads(userId, { limit, cursor: cursor.slice(SHARED.length) })
    const own = await AgentEntity.query.byOrganization({ organizationId }).go({ limit, cursor, order: 'desc' })
    return { data: own.data, cursor: own.cursor ?? SHARED }
  }
}

/** Reads a page of shared agents, without deleted ones. */
async function sharedHeads(userId: string, { limit, cursor }: Position): Promise<Heads> {
  const page = await AgentShareEntity.query.byUser({ userId }).go({ limit, cursor: cursor || null })
  const keys = page.data.map(({ organizationId, agentId }) => ({ organizationId, id: agentId }))
  const heads = new Map(
    (await batchGet(keys, (some) => AgentEntity.get(some).go())).map((head) => [head.id, head] as const),
  )
  const data = page.data.flatMap(({ agentId }) => heads.get(agentId) ?? [])
  return { data, cursor: page.cursor && `${SHARED}${page.cursor}` }
}
