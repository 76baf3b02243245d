import type { Agent } from '@replywright/contract/agents.ts'
import type { AgentDocument } from '@replywright/contract/agents-sub-resources.ts'
import { toolProblem } from '@replywright/contract/tool-problem.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { listNumbers } from '../channel/numbers/numbers.ts'
import { AccountEntity } from '../channel/provider/accounts/account-entity.ts'
import { OrganizationEntity } from '../people/organizations/organizations.ts'
import { isoTime, timeOrNull } from '../platform/clock.ts'
import { signedUrl } from '../platform/objects/objects.ts'
import type { Caller } from '../platform/request.ts'
import { settings as environment } from '../platform/settings.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { AgentBodyEntity, AgentCountEntity, AgentEntity, type AgentItem } from './agent-entity.ts'
import { agentProblems } from './agent-problems.ts'
import { maskSecrets } from './agent-secrets.ts'
import { AGENT_FIELDS, inOrder } from './agent-settings.ts'
import { type DocumentItem, listDocumentItems, problemOf } from './documents/document-entity.ts'
import { documentKey } from './documents/document-objects.ts'
import { type OpenAgent, openAgent, type StoredAgent, storedAgent, withCounts } from './find-agent.ts'
import { McpConnectorEntity } from './mcp-connectors/mcp-connector-entity.ts'
import { AgentShareEntity } from './shares/share-entity.ts'
import { ASK_FOR_HUMAN } from './tool.ts'
import { isBeingRead } from './websites/plan-website.ts'
import { dailyWebsites, websiteKey } from './websites/website-config.ts'
import { listWebsites } from './websites/website-entity.ts'
import { listPages, viewPage } from './websites/website-page-entity.ts'

/** Returns an agent as the caller may see it (spec, Agent). Decrypts a stored one only for callers who see secrets. */
export async function agentView(caller: Caller, agent: StoredAgent | OpenAgent): Promise<Agent> {
  const stored = 'stored' in agent ? agent.stored : agent
  return await viewInContext(caller, agent, await getAgentContext(stored.head.organizationId, [stored]))
}

/** As `agentView`, with a context that was read before. */
export async function viewInContext(
  caller: Caller,
  agent: StoredAgent | OpenAgent,
  { organization, numbers, waIds, names, documents, websites }: AgentContext,
): Promise<Agent> {
  const { head } = 'stored' in agent ? agent.stored : agent
  const { organizationId, id, totalMessages = 0, totalSessions = 0, createdAt } = head
  const seesSecrets = caller.permission === 'full' && caller.organizationId === organizationId
  const settings = seesSecrets
    ? ('stored' in agent ? agent : await openAgent(agent)).settings
    : maskSecrets(agent.settings)
  const connected = numbers.filter((number) => number.agentId === id && !number.sandbox)
  return inOrder<Agent>(AGENT_FIELDS, {
    ...settings,
    id,
    profilePicture: settings.picture && (await signedUrl(settings.picture)),
    documents: await Promise.all(
      settings.documents.map(async (document) => ({
        ...document,
        file: await signedUrl(documentKey(organizationId, id, document.id), document.name),
        ...(documents.get(document.id) ?? { status: 'pending' }),
      })),
    ),
    tools: settings.tools.map((tool) => {
      const problem = toolProblem(tool.apiSchema)
      return problem === undefined ? tool : { ...tool, problem }
    }),
    websiteTools: settings.websiteTools.map((tool) => ({ ...tool, ...(tool.daily && websites.get(tool.id)) })),
    outboundTriggers: settings.outboundTriggers.map((trigger) => ({
      ...trigger,
      url: `${environment.PUBLIC_BASE_URL}/triggers/${trigger.id}`,
    })),
    handoffTools: settings.handoffTools.map((tool) => ({
      ...tool,
      parentAgentId: id,
      childAgentName: names.get(tool.childAgentId) ?? '',
    })),
    mcpConfigs: settings.mcpConfigs.map((config) => ({
      ...config,
      connectorName: names.get(config.connectorId) ?? '',
    })),
    supportTools: settings.askForHuman ? JSON.stringify([{ name: ASK_FOR_HUMAN }]) : '',
    paywallConfig: '',
    adConfig: '',
    creditSettings: '',
    voiceCallConfig: '',
    organization: organization && {
      id: organization.id,
      name: organization.name,
      isPersonal: organization.isPersonal,
    },
    phoneNumbers: connected.map(({ phoneNumberId, accountId = '', number }) => ({
      msgPhoneNumberId: phoneNumberId,
      msgBusinessAccountId: accountId,
      wabaId: waIds.get(accountId) ?? '',
      phoneNumber: number,
    })),
    totalMessages: String(totalMessages),
    totalSessions: String(totalSessions),
    connectUrl: connectUrl(
      id,
      connected[0],
      numbers.find(({ sandbox }) => sandbox),
    ),
    createdAt: isoTime(createdAt),
    problems: agentProblems(settings),
  })
}

/** Returns a link that opens a chat on the agent's number, else on the sandbox number with a text that selects it. */
function connectUrl(agentId: string, number: NumberItem | undefined, sandbox: NumberItem | undefined): string {
  if (number) return capabilitiesOf(number).customerLink(number.number)
  return sandbox ? capabilitiesOf(sandbox).customerLink(sandbox.number, `/connect:${agentId}`) : ''
}

/** Data of other items that responses about the agents of one organisation contain. */
interface AgentContext {
  readonly organization: { readonly id: string; readonly name: string; readonly isPersonal: boolean } | null
  /** Ascending by their digits. */
  readonly numbers: readonly NumberItem[]
  /** The provider's account ids, by the service's account ids. */
  readonly waIds: ReadonlyMap<string, string>
  /** Names of the agents and connectors that these agents refer to, by id; without deleted ones. */
  readonly names: ReadonlyMap<string, string>
  /** Status of the documents, by id. */
  readonly documents: ReadonlyMap<string, ReadDocument>
  /** What was read of the websites that are read daily, by id. */
  readonly websites: ReadonlyMap<string, ReadWebsite>
}

type ReadDocument = Pick<AgentDocument, 'status' | 'problem'>

type ReadWebsite = Pick<Agent['websiteTools'][number], 'readAt' | 'reading' | 'problem' | 'readPages'>

function readDocument(item: DocumentItem): ReadDocument {
  const problem = problemOf(item)
  return { status: item.status, ...(problem !== undefined && { problem }) }
}

/** Returns what was read of the daily websites of an agent, by id. */
async function readWebsites({ head, settings }: StoredAgent): Promise<[string, ReadWebsite][]> {
  const { organizationId, id } = head
  const [items, pages] = await Promise.all([listWebsites(organizationId, id), listPages(organizationId, id)])
  return dailyWebsites(settings).map((tool) => {
    const key = websiteKey(tool)
    const item = items.find((each) => each.websiteId === tool.id && each.key === key)
    const readPages = pages.filter(({ websiteId }) => websiteId === tool.id).map(viewPage)
    const reading = item !== undefined && isBeingRead(item)
    const problem = item?.problem && { problem: item.problem }
    return [tool.id, { readAt: timeOrNull(item?.readAt), reading, ...problem, readPages }]
  })
}

/** Reads the context of `agents`, which belong to one organisation. */
async function getAgentContext(organizationId: string, agents: readonly StoredAgent[]): Promise<AgentContext> {
  const keysOf = (ids: readonly string[]) => ids.map((id) => ({ organizationId, id }))
  const shown = new Set(agents.map(({ head }) => head.id))
  const children = agents.flatMap(({ settings }) => settings.handoffTools.map((tool) => tool.childAgentId))
  const connectors = agents.flatMap(({ settings }) => settings.mcpConfigs.map((config) => config.connectorId))
  const withDocuments = agents.filter(({ settings }) => settings.documents.length > 0)
  const withWebsites = agents.filter(({ settings }) => dailyWebsites(settings).length > 0)
  const [organization, numbers, named, documents, websites] = await Promise.all([
    OrganizationEntity.get({ id: organizationId }).go(),
    listNumbers(organizationId),
    Promise.all([
      batchGet(keysOf(children), (keys) => AgentEntity.get(keys).go()),
      batchGet(keysOf(connectors), (keys) => McpConnectorEntity.get(keys).go()),
    ]),
    Promise.all(withDocuments.map(({ head }) => listDocumentItems(organizationId, head.id))),
    Promise.all(withWebsites.map(readWebsites)),
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
    documents: new Map(documents.flat().map((item) => [item.id, readDocument(item)])),
    websites: new Map(websites.flat()),
  }
}

/** Returns the agents of `heads` in their order, without those deleted since. */
export async function viewHeads(caller: Caller, heads: readonly AgentItem[]): Promise<Agent[]> {
  const agents = await readBodies(heads)
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
