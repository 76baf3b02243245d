import { AccountEntity } from '../../channel/accounts/account-entity.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { OrganizationEntity } from '../../people/organizations/organization-entity.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { DocumentItem } from '../documents/document-entity.ts'
import { listDocumentItems } from '../documents/list-document-items.ts'
import { McpConnectorEntity } from '../mcp-connectors/mcp-connector-entity.ts'
import { AgentEntity } from './agent-entity.ts'
import type { StoredAgent } from './find-agent.ts'

/** Data of other items that responses about the agents of one organisation contain. */
export interface AgentContext {
  readonly organization: { readonly id: string; readonly name: string; readonly isPersonal: boolean } | null
  /** Ascending by their digits. */
  readonly numbers: readonly NumberItem[]
  /** The provider's account ids, by the service's account ids. */
  readonly waIds: ReadonlyMap<string, string>
  /** Names of the agents and connectors that these agents refer to, by id; without deleted ones. */
  readonly names: ReadonlyMap<string, string>
  /** Status of the documents, by id. */
  readonly documents: ReadonlyMap<string, DocumentItem['status']>
}

/** Reads the context of `agents`, which belong to one organisation. */
export async function getAgentContext(organizationId: string, agents: readonly StoredAgent[]): Promise<AgentContext> {
  const keysOf = (ids: readonly string[]) => ids.map((id) => ({ organizationId, id }))
  const shown = new Set(agents.map(({ head }) => head.id))
  const children = agents.flatMap(({ settings }) => settings.handoffTools.map((tool) => tool.childAgentId))
  const connectors = agents.flatMap(({ settings }) => settings.mcpConfigs.map((config) => config.connectorId))
  const withDocuments = agents.filter(({ settings }) => settings.documents.length > 0)
  const [organization, numbers, named, documents] = await Promise.all([
    OrganizationEntity.get({ id: organizationId }).go(),
    listNumbers(organizationId),
    Promise.all([
      batchGet(keysOf(children), (keys) => AgentEntity.get(keys).go()),
      batchGet(keysOf(connectors), (keys) => McpConnectorEntity.get(keys).go()),
    ]),
    Promise.all(withDocuments.map(({ head }) => listDocumentItems(organizationId, head.id))),
  ])
  const accountIds = numbers.flatMap(({ agentId, accountId }) =>
    agentId && accountId && shown.has(agentId) ? [accountId] : [],
  )
  const accounts = await batchGet(keysOf(accountIds), (keys) => AccountEntity.get(keys).go())
  return {
    organization: organization.data,
    numbers,
    waIds: new Map(accounts.map(({ id, waId }) => [id, waId])),
    names: new Map(named.flat().map(({ id, name }) => [id, name])),
    documents: new Map(documents.flat().map(({ id, status }) => [id, status])),
  }
}
