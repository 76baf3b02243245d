import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { parseJson } from '@replywright/contract/json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { toolProblem } from '@replywright/contract/tool-problem.ts'
import { validate as isUuid } from 'uuid'
import * as v from 'valibot'
import { notFound, ServiceError } from '../platform/errors.ts'
import type { Caller } from '../platform/request.ts'
import { openJson } from '../platform/secrets/secrets.ts'
import { table } from '../platform/table/table.ts'
import {
  AgentBodyEntity,
  type AgentBodyItem,
  AgentCountEntity,
  type AgentCountItem,
  AgentEntity,
  type AgentItem,
} from './agent-entity.ts'
import { type AgentSecrets, joinSecrets, splitSecrets } from './agent-secrets.ts'
import { type AgentSettings, storedSettings } from './agent-settings.ts'
import { AgentShareEntity } from './shares/share-entity.ts'

/** A head with the agent's counters, if they were read. */
export type CountedHead = AgentItem & Partial<Pick<AgentCountItem, 'totalMessages' | 'totalSessions' | 'credits'>>

/** An agent as it is stored: one version of its settings without secrets, and the encrypted secrets. */
export interface StoredAgent {
  readonly head: CountedHead
  readonly version: number
  readonly settings: AgentSettings
  readonly sealed: readonly string[]
  readonly edit: Edit
  /** The encrypted secrets of a draft whose fields are in `settings` (`findDraft`). */
  readonly draftSealed?: readonly string[]
}

/** An agent whose secrets are decrypted. It is opened once and changed by pure functions; a write seals it. */
export interface OpenAgent {
  readonly stored: StoredAgent
  /** The settings with their secrets. */
  readonly settings: AgentSettings
  /** All secrets, also those that only a later release knows. */
  readonly secrets: AgentSecrets
}

/** Decrypts the secrets of an agent. */
export async function openAgent(stored: StoredAgent): Promise<OpenAgent> {
  const { organizationId } = stored.head
  const [live, drafted] = await Promise.all(
    [stored.sealed, stored.draftSealed ?? []].map((sealed) => openJson('agent-secret', organizationId, sealed)),
  )
  const sealed = { ...live, ...drafted }
  const settings = joinSecrets(stored.settings, sealed)
  return { stored, settings, secrets: { ...sealed, ...splitSecrets(settings).secrets } }
}

export async function findAgentHead(organizationId: string, id: string): Promise<AgentItem | null> {
  if (!isUuid(id)) return null
  const { data } = await AgentEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns the organisation's agent, read consistently, or null. */
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

/** Returns the agent without its counters, or null. Eventually consistent: one query, half a read unit per 4 KB. */
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
  // A new agent may be missing in an eventually consistent read.
  return head && body ? storedAgent(head, body) : await findAgent(organizationId, id)
}

/** Returns a head with the agent's counters. */
export function withCounts(head: AgentItem, counts: AgentCountItem | null | undefined): CountedHead {
  const { totalMessages = 0, totalSessions = 0, credits = 0 } = counts ?? {}
  return { ...head, totalMessages, totalSessions, credits }
}

/** Combines a head and a body, which may have a newer version. */
export function storedAgent(head: CountedHead, body: AgentBodyItem): StoredAgent {
  return {
    head,
    version: body.version,
    settings: storedSettings.parse(body.settings, body.format),
    sealed: body.secrets,
    edit: { changedAt: body.changedAt, changedBy: body.changedBy, changedWith: body.changedWith },
  }
}

/** Returns an agent of the caller's organisation, or a shared one. @throws ServiceError 404 for any other agent */
export async function getVisibleAgent(caller: Caller, id: string): Promise<StoredAgent> {
  const own = await findAgent(caller.organizationId, id)
  const agent = own ?? (await readSharedAgent(caller, id))
  if (!agent) throw notFound('agent')
  return agent
}

/** Returns an agent that the caller may change. @throws ServiceError 403 if it is only shared; 404 if not visible */
export async function getOwnAgent(caller: Caller, id: string): Promise<StoredAgent> {
  const own = await findAgent(caller.organizationId, id)
  if (own) return own
  if (await readSharedAgent(caller, id))
    throw new ServiceError(
      'permission_denied',
      'The agent is shared with you read-only. Only its organisation can change it.',
    )
  throw notFound('agent')
}

async function readSharedAgent({ userId }: Caller, agentId: string): Promise<StoredAgent | null> {
  if (!isUuid(agentId)) return null
  const { data } = await AgentShareEntity.query.byUser({ userId, agentId }).go()
  const [share] = data
  return share ? await findAgent(share.organizationId, agentId) : null
}

/** Who created a version of an agent, and when. */
export interface Edit {
  readonly changedAt?: EpochMs
  /** The email address of a user, or the name of an API key. */
  readonly changedBy?: string
  readonly changedWith?: 'user' | 'apiKey'
}

/** Returns the record of a change that `caller` makes now. */
export function editOf({ apiKey, email }: Caller, now: EpochMs): Edit & { readonly changedAt: EpochMs } {
  const [changedBy, changedWith] = apiKey ? [apiKey.name, 'apiKey' as const] : [email, 'user' as const]
  return { changedAt: now, ...(changedBy !== undefined && { changedBy, changedWith }) }
}

/** Returns the agent of an organisation with this id, or all agents with this name, newest first. */
export async function findAgents(organizationId: string, idOrName: string): Promise<AgentItem[]> {
  const agent = await findAgentHead(organizationId, idOrName)
  if (agent) return [agent]
  const { data } = await AgentEntity.query.byOrganization({ organizationId }).go({ pages: 'all', order: 'desc' })
  return data.filter(({ name }) => name === idOrName)
}

const Tools = v.object({ tools: v.array(v.object({ active: v.boolean(), apiSchema: v.unknown() })) })

/** Returns whether the stored settings of an agent, as JSON, have an active tool with a problem. */
export function hasToolProblem(settings: string): boolean {
  const stored = v.safeParse(Tools, parseJson(settings)?.value)
  return (
    stored.success &&
    stored.output.tools.some(({ active, apiSchema }) => active && toolProblem(apiSchema) !== undefined)
  )
}

/** @throws ServiceError 404 if the agent has no such document */
export async function requireDocument(caller: Caller, agentId: string, documentId: string): Promise<void> {
  const { settings } = await getOwnAgent(caller, agentId)
  if (!settings.documents.some(({ id }) => id === documentId)) throw notFound('document')
}
