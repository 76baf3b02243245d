import { MOST_DAILY_WEBSITES } from '@replywright/contract/agents-sub-resources.ts'
import { invalidField } from '../platform/errors.ts'
import { assertAllowedUrl } from '../platform/outbound/address-guard.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { AgentEntity } from './agent-entity.ts'
import type { AgentSettings } from './agent-settings.ts'
import { McpConnectorEntity } from './mcp-connectors/mcp-connector-entity.ts'
import { assertKnownModel } from './models/models.ts'

/**
 * Checks the agents, connectors, model and URLs that the new settings add. Stored ones are not checked again, because
 * their targets may have been deleted since.
 * @throws ServiceError 400 with the path of the invalid reference
 */
export async function checkReferences(
  organizationId: string,
  before: AgentSettings,
  after: AgentSettings,
): Promise<void> {
  const children = references(before.handoffTools, after.handoffTools, (tool) => tool.childAgentId)
  const connectors = references(before.mcpConfigs, after.mcpConfigs, (config) => config.connectorId)
  const urls = references(before.websiteTools, after.websiteTools, (tool) => tool.url)
  checkDailyWebsites(after)
  const knownPages = new Set(before.websiteTools.flatMap(({ pages }) => pages))
  const [knownAgents, knownConnectors] = await Promise.all([
    batchGet(
      children.map(({ to }) => ({ organizationId, id: to })),
      (keys) => AgentEntity.get(keys).go({ consistent: true }),
    ),
    batchGet(
      connectors.map(({ to }) => ({ organizationId, id: to })),
      (keys) => McpConnectorEntity.get(keys).go({ consistent: true }),
    ),
    ...(['llmModel', 'fallbackModel'] as const).map((field) => {
      const name = after[field]
      return name && name !== before[field] ? assertKnownModel(field, name) : undefined
    }),
    ...urls.map(({ to, index }) => assertAllowedUrl(to, `websiteTools.${index}.url`)),
    ...newPages(after, knownPages).map(({ to, field }) => assertAllowedUrl(to, field)),
  ])
  const unknownAgent = firstUnknown(children, knownAgents)
  if (unknownAgent) throw invalidField(`handoffTools.${unknownAgent.index}.childAgentId`, 'no such agent')
  const unknownConnector = firstUnknown(connectors, knownConnectors)
  if (unknownConnector) throw invalidField(`mcpConfigs.${unknownConnector.index}.connectorId`, 'no such MCP connector')
}

/** @throws ServiceError 400 if the URL of a website that is read daily has a secret, or if there are too many of them */
function checkDailyWebsites({ websiteTools }: AgentSettings): void {
  for (const [index, { daily, url }] of websiteTools.entries())
    if (daily && URL.parse(url)?.search)
      throw invalidField(
        `websiteTools.${index}.url`,
        'must not have a query string, which is a secret, if the website is read daily; put the URL into `pages`',
      )
  if (websiteTools.filter(({ daily }) => daily).length > MOST_DAILY_WEBSITES)
    throw invalidField('websiteTools', `at most ${MOST_DAILY_WEBSITES} websites of an agent can be read daily`)
}

/** Returns one new page of each host, because the guard resolves hosts. */
function newPages({ websiteTools }: AgentSettings, known: ReadonlySet<string>) {
  const pages = websiteTools.flatMap(({ pages }, index) =>
    pages.map((to, page) => ({ to, field: `websiteTools.${index}.pages.${page}` })),
  )
  const hosts = Map.groupBy(
    pages.filter(({ to }) => !known.has(to)),
    ({ to }) => hostOf(to),
  )
  return [...hosts.values()].flatMap((same) => same.slice(0, 1))
}

/** Returns the part of a URL that the guard checks. */
function hostOf(url: string): string {
  const { protocol = '', username = '', password = '', host = '' } = URL.parse(url) ?? {}
  return `${protocol}//${username}:${password}@${host}`
}

interface Reference {
  readonly to: string
  readonly index: number
}

/** Returns the references that are new in an array. */
function references<Item>(
  before: readonly Item[],
  after: readonly Item[],
  target: (item: Item) => string,
): Reference[] {
  const known = new Set(before.map(target))
  return after.map((item, index) => ({ to: target(item), index })).filter(({ to }) => !known.has(to))
}

function firstUnknown(references: readonly Reference[], known: readonly { readonly id: string }[]) {
  const ids = new Set(known.map(({ id }) => id))
  return references.find(({ to }) => !ids.has(to))
}
