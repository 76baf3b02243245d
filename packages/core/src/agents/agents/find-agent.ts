import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { validate as isUuid } from 'uuid'
import * as v from 'valibot'
import type { Caller } from '../../platform/caller.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { table } from '../../platform/table/table.ts'
import { AgentBodyEntity, type AgentBodyItem } from './agent-body-entity.ts'
import { AgentCountEntity, type AgentCountItem } from './agent-count-entity.ts'
import { AgentEntity, type AgentItem } from './agent-entity.ts'
import { type AgentSettings, storedSettings } from './agent-settings.ts'
import { AgentShareEntity } from './agent-share-entity.ts'

/** An agent as it is stored: one version of its settings, secrets left out and sealed. */
export interface StoredAgent {
  readonly head: AgentItem
  readonly version: number
  readonly settings: AgentSettings
  readonly sealed: readonly string[]
}

/** The head of the organisation's agent; null when there is none. */
export async function findAgentHead(organizationId: string, id: string): Promise<AgentItem | null> {
  if (!isUuid(id)) return null
  const { data } = await AgentEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** The organisation's agent, whole and read strongly; null when there is none. */
export async function findAgent(organizationId: string, id: string): Promise<StoredAgent | null> {
  if (!isUuid(id)) return null
  const [{ data: head }, { data: body }, { data: counts }] = await Promise.all([
    AgentEntity.get({ organizationId, id }).go({ consistent: true }),
    AgentBodyEntity.get({ organizationId, id }).go({ consistent: true }),
    AgentCountEntity.get({ organizationId, id }).go(),
  ])
  return head && body && storedAgent(withCounts(head, counts), body)
}

const Partition = v.object({ Items: v.optional(v.array(v.looseObject({ sk: v.string() })), []) })

/**
 * Returns the organisation's agent without its counts, read eventually consistent; null when there is none. One query for head and
 * body: half a read unit for each 4 KB.
 */
export async function findRecentAgent(organizationId: string, id: string): Promise<StoredAgent | null> {
  if (!isUuid(id)) return null
  const { Key: first } = AgentEntity.get({ organizationId, id }).params()
  const { Key: last } = AgentBodyEntity.get({ organizationId, id }).params()
  const { Items } = v.parse(
    Partition,
    await table.client.send(
      new QueryCommand({
        TableName: table.table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
      }),
    ),
  )
  const itemOf = (sk: string) => Items.find((item) => item.sk === sk)
  const { data: head } = AgentEntity.parse({ Item: itemOf(first.sk) })
  const { data: body } = AgentBodyEntity.parse({ Item: itemOf(last.sk) })
  // It may have been made just now.
  return head && body ? storedAgent(head, body) : await findAgent(organizationId, id)
}

/** Returns a head with the counts of the agent added to those that the head itself still has. */
export function withCounts(head: AgentItem, counts: AgentCountItem | null | undefined): AgentItem {
  const { totalMessages = 0, totalSessions = 0, credits = 0 } = head
  return {
    ...head,
    totalMessages: totalMessages + (counts?.totalMessages ?? 0),
    totalSessions: totalSessions + (counts?.totalSessions ?? 0),
    credits: credits + (counts?.credits ?? 0),
  }
}

/** A head with its body, which may be of a newer version. */
export function storedAgent(head: AgentItem, body: AgentBodyItem): StoredAgent {
  return {
    head,
    version: body.version,
    settings: storedSettings.parse(body.settings, body.format),
    sealed: body.secrets,
  }
}

/** An agent of the caller's organisation, or one that is shared with the caller; 404 when it is neither. */
export async function getVisibleAgent(caller: Caller, id: string): Promise<StoredAgent> {
  const own = await findAgent(caller.organizationId, id)
  const agent = own ?? (await readSharedAgent(caller, id))
  if (!agent) throw notFound('agent')
  return agent
}

/** An agent that the caller may change; 403 when it is only shared with them, 404 when they cannot see it. */
export async function getOwnAgent(caller: Caller, id: string): Promise<StoredAgent> {
  const own = await findAgent(caller.organizationId, id)
  if (own) return own
  if (await readSharedAgent(caller, id))
    throw new ServiceError(
      'permission_denied',
      'The agent is shared with you to read. Only its organisation may change it.',
    )
  throw notFound('agent')
}

async function readSharedAgent({ userId }: Caller, agentId: string): Promise<StoredAgent | null> {
  if (!isUuid(agentId)) return null
  const { data } = await AgentShareEntity.query.byUser({ userId, agentId }).go()
  const [share] = data
  return share ? await findAgent(share.organizationId, agentId) : null
}
