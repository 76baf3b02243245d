import { validate as isUuid } from 'uuid'
import type { Caller } from '../api-keys/authenticate.ts'
import { notFound, ServiceError } from '../errors.ts'
import { AgentBodyEntity, type AgentBodyItem } from './agent-body-entity.ts'
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
export async function getAgent(organizationId: string, id: string): Promise<AgentItem | null> {
  if (!isUuid(id)) return null
  const { data } = await AgentEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** The organisation's agent, whole and read strongly; null when there is none. */
export async function readAgent(organizationId: string, id: string): Promise<StoredAgent | null> {
  if (!isUuid(id)) return null
  const [{ data: head }, { data: body }] = await Promise.all([
    AgentEntity.get({ organizationId, id }).go({ consistent: true }),
    AgentBodyEntity.get({ organizationId, id }).go({ consistent: true }),
  ])
  return head && body && storedAgent(head, body)
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
export async function requireVisibleAgent(caller: Caller, id: string): Promise<StoredAgent> {
  const own = await readAgent(caller.organizationId, id)
  const agent = own ?? (await readSharedAgent(caller, id))
  if (!agent) throw notFound('agent')
  return agent
}

/** An agent that the caller may change; 403 when it is only shared with them, 404 when they cannot see it. */
export async function requireOwnAgent(caller: Caller, id: string): Promise<StoredAgent> {
  const own = await readAgent(caller.organizationId, id)
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
  return share ? await readAgent(share.organizationId, agentId) : null
}
