import type { Caller } from '../../platform/caller.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { AgentEntity, type AgentItem } from './agent-entity.ts'
import { AgentShareEntity } from './agent-share-entity.ts'

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
export function headsVisibleTo({ organizationId, userId }: Caller): (position: Position) => Promise<Heads> {
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
