import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  type HandledConversation,
  type Handling,
  type Overview,
} from '@replywright/contract/dashboard/overview.ts'
import { PERIODS, type Period } from '@replywright/contract/dashboard/statistics.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AgentEntity, type AgentItem } from '../../agents/agent-entity.ts'
import { listDocumentItems, problemOf } from '../../agents/documents/document-entity.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { changedConnectors } from '../../agents/mcp-connectors/mcp-connectors.ts'
import { costOf, usdOf } from '../../answering/turns/turn-cost.ts'
import { NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { listNumbers, SANDBOX_PHONE_NUMBER_ID } from '../../channel/numbers/numbers.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { CONVERSATIONS } from '../../conversations/customers/new-conversation.ts'
import { listWaiting } from '../../conversations/inbox.ts'
import { listByActivity } from '../../conversations/list-by-activity.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '../../deliveries/shards.ts'
import { viewAllStatistics } from '../../deliveries/statistics/statistics.ts'
import { countConsecutiveFailures } from '../../deliveries/webhooks/view-webhooks.ts'
import { listWebhooksWithLog, WebhookEntity, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { ApiKeyEntity } from '../../people/api-keys/api-key-entity.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { countOfShards } from '../../platform/paging/counter-entity.ts'
import type { Caller } from '../../platform/request.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { entity, key } from '../../platform/table/entity.ts'

/** Number of consecutive failures after which a webhook needs attention. */
const FAILING = 3
const SHOWN = 10

/**
 * Costs for each webhook half a read unit for 24 hours, 3 for 7 days or 10 for 30 days, and a strongly consistent
 * query; for a failing one also a query of its latest deliveries; and a dozen other queries.
 */
export async function viewOverview(caller: Caller, period: Period, now: EpochMs): Promise<Overview> {
  const { organizationId } = caller
  const withLog = await listWebhooksWithLog(organizationId)
  const [webhooks, deliveries, needHuman, numbers, agents, changed] = await Promise.all([
    webhooksInNeed(withLog, now),
    viewAllStatistics(withLog, period, now),
    listWaiting(caller, {}, now),
    listNumbers(organizationId),
    agentsInNeed(organizationId),
    changedConnectors(organizationId, SHOWN),
  ])
  return {
    webhooks,
    deliveries,
    conversations: {
      needHuman: needHuman.results.slice(0, SHOWN),
      more: needHuman.hasMore || needHuman.results.length > SHOWN,
    },
    numbers: {
      unrouted: numbers
        .filter(({ sandbox, defaultRouting }) => !sandbox && defaultRouting === undefined)
        .map(({ number }) => number)
        .slice(0, SHOWN),
      unhealthy: needHuman.unhealthy,
    },
    ...agents,
    connectors: { changed },
  }
}

async function webhooksInNeed(withLog: readonly WebhookItem[], now: EpochMs): Promise<Overview['webhooks']> {
  const webhooks = withLog.filter(({ deletedAt }) => deletedAt === undefined)
  const needAttention = await Promise.all(
    webhooks.map(async (webhook) => attentionOf(webhook, await countConsecutiveFailures(webhook, now, FAILING))),
  )
  return { total: webhooks.length, needAttention: needAttention.flatMap((one) => one ?? []) }
}

type AttendedWebhook = Pick<WebhookItem, 'id' | 'name' | 'enabled' | 'disabledReason' | 'disabledAt'>

/** Returns why a webhook needs attention. Undefined if it is healthy or was disabled by a user. */
export function attentionOf(
  { id, name, enabled, disabledReason, disabledAt }: AttendedWebhook,
  consecutiveFailures: number,
): Overview['webhooks']['needAttention'][number] | undefined {
  const facts = { id, name, consecutiveFailures }
  if (!enabled && disabledReason === 'consecutive_failures')
    return { ...facts, reason: 'disabled_by_failures', since: timeOrNull(disabledAt) }
  return enabled && consecutiveFailures >= FAILING ? { ...facts, reason: 'failing', since: null } : undefined
}

/** Number of agents that are examined: the newest. */
const AGENTS = 10

async function agentsInNeed(organizationId: string): Promise<Pick<Overview, 'documents' | 'tools'>> {
  const { data: agents } = await AgentEntity.query
    .byOrganization({ organizationId })
    .go({ order: 'desc', limit: AGENTS })
  const inError = await Promise.all(agents.map(documentsInError))
  const withProblem = agents.flatMap(({ id, name, toolProblems = 0 }) =>
    toolProblems > 0 ? [{ agentId: id, agentName: name, count: toolProblems }] : [],
  )
  return { documents: { inError: inError.flat().slice(0, SHOWN) }, tools: { withProblem } }
}

/** Returns the documents of an agent that could not be read, or not completely. */
async function documentsInError(agent: AgentItem): Promise<Overview['documents']['inError']> {
  const { organizationId } = agent
  const failed = (await listDocumentItems(organizationId, agent.id)).filter(
    ({ status }) => status === 'error' || status === 'partial',
  )
  // Only the agent's settings contain the names. They are large, so they are read only if necessary.
  const stored = failed.length > 0 ? await findAgent(organizationId, agent.id) : null
  return failed.flatMap((item) => {
    const { id } = item
    const document = stored?.settings.documents.find((one) => one.id === id)
    if (!document) return []
    const problem = problemOf(item) ?? ''
    return [
      {
        agentId: agent.id,
        agentName: agent.name,
        id,
        name: document.name,
        status: item.status === 'partial' ? 'partial' : 'error',
        problem,
      },
    ]
  })
}

/** Deliveries read of each webhook. */
const LATEST_DELIVERIES = 5
/** Conversations read for the first reply of an agent. */
const LATEST_CONVERSATIONS = 20

/**
 * Returns the first steps of the caller's organisation. Costs half a read unit when all are done or the caller has hidden
 * them. Otherwise also a query for each open step, and a write when one is newly done.
 */
export async function viewFirstSteps({ organizationId, userId }: Caller): Promise<FirstSteps> {
  const { data } = await FirstStepsEntity.get({ organizationId }).go()
  const known = data?.done ?? []
  const dismissed = data?.dismissedBy?.includes(userId) === true
  const open = dismissed ? [] : FIRST_STEPS.filter((step) => !known.includes(step))
  const found = await Promise.all(open.map(async (step) => ((await IS_DONE[step](organizationId)) ? [step] : [])))
  const newlyDone = found.flat()
  if (newlyDone.length > 0) await FirstStepsEntity.upsert({ organizationId }).add({ done: newlyDone }).go()
  const done = [...known, ...newlyDone]
  return { steps: FIRST_STEPS.map((step) => ({ step, done: done.includes(step) })), dismissed }
}

/** Hides the first steps for the caller. */
export async function dismissFirstSteps({ organizationId, userId }: Caller): Promise<undefined> {
  await FirstStepsEntity.upsert({ organizationId })
    .add({ dismissedBy: [userId] })
    .go()
}

/** Whether a step is done, by the existence of what it makes. Each reads a few items at most. */
const IS_DONE: Readonly<Record<FirstStep, (organizationId: string) => Promise<boolean>>> = {
  async number(organizationId) {
    // Each organisation has a sandbox number.
    const { data } = await NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ limit: 2 })
    return data.length > 1
  },
  async routing(organizationId) {
    return (await listNumbers(organizationId)).some(
      ({ sandbox, defaultRouting }) => !sandbox && defaultRouting === 'agent',
    )
  },
  async reply(organizationId) {
    const isWanted = ({ phoneNumberId, answeredSession }: ConversationItem) =>
      answeredSession !== undefined && !phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)
    const page = { offset: 0, limit: 1 }
    const { items } = await listByActivity(organizationId, page, {
      isWanted,
      atMost: LATEST_CONVERSATIONS,
      reading: 'recent',
    })
    return items.length > 0
  },
  async agent(organizationId) {
    return (await AgentEntity.query.byOrganization({ organizationId }).go({ limit: 1 })).data.length > 0
  },
  trial: async (organizationId) => (await countOfShards(organizationId, CONVERSATIONS)) > 0,
  async endpoint(organizationId) {
    return (await WebhookEntity.query.byId({ organizationId }).go({ limit: 1 })).data.length > 0
  },
  async api_key(organizationId) {
    return (await ApiKeyEntity.query.byOrganization({ listedIn: organizationId }).go({ limit: 1 })).data.length > 0
  },
  async delivery(organizationId) {
    const { data: webhooks } = await WebhookEntity.query.byId({ organizationId }).go()
    const latest = await Promise.all(
      webhooks.map(({ id: webhookId }) =>
        DeliveryEntity.query
          .byId({ webhookId, shard: FIRST_SHARD })
          .go({ order: 'desc', limit: LATEST_DELIVERIES, attributes: ['status'] }),
      ),
    )
    return latest.some(({ data }) => data.some(({ status }) => status === 'delivered'))
  },
}

/**
 * The first steps that an organisation has done, so that they are not looked for again. Access: by organisation. No
 * expiry: one small item for each organisation.
 */
const FirstStepsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'firstSteps', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    done: { type: 'set', items: FIRST_STEPS },
    /** The users who hid the steps. */
    dismissedBy: { type: 'set', items: 'string' },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'firstSteps#${organizationId}'), sk: key('sk', 'firstSteps') },
  },
}))

/** The most conversations that are read, about a quarter of a read unit each. */
const MOST_READ = 1000
const MOST_HANDLED = 500
const HOUR_MILLISECONDS = 3_600_000
const FAILED_TO_ANSWER = 'The agent failed to answer.'

/**
 * Returns who handled the conversations of a period in which an agent replied or failed: the latest 500 of the latest
 * 1,000.
 */
export async function viewHandling(organizationId: string, period: Period, now: EpochMs): Promise<Handling> {
  const since = now - PERIODS[period].hours * HOUR_MILLISECONDS
  const { items, nextCursor } = await listByActivity(
    organizationId,
    { offset: 0, limit: MOST_HANDLED },
    {
      isWanted: (conversation) => isAnswered(conversation, since),
      activeSince: since,
      atMost: MOST_READ,
      reading: 'recent',
    },
  )
  const names = await agentNames(organizationId, [...new Set(items.flatMap(({ agentId }) => agentId ?? []))])
  return {
    since: isoTime(since),
    conversations: items.map((conversation) => ({
      id: conversation.id,
      contact: conversation.contactName || (conversation.contactNumber ? `+${conversation.contactNumber}` : ''),
      agentId: conversation.agentId ?? '',
      agentName: names.get(conversation.agentId ?? '') ?? '',
      ...handledBy(conversation, since),
      failure: happenedSince(conversation.failure, since)?.cause ?? null,
      firstAnswerMs: happenedSince(conversation.firstAnswer, since)?.afterMs ?? null,
      usd: usdOf(costOf(conversation).total),
      lastMessageAt: isoTime(lastMessageOf(conversation)),
    })),
    hasMore: nextCursor !== null,
  }
}

function isAnswered(conversation: ConversationItem, since: EpochMs): boolean {
  const { answeredSession, failure, agentId, phoneNumberId } = conversation
  if ((answeredSession === undefined && failure === undefined) || agentId === undefined) return false
  return !phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID) && lastMessageOf(conversation) >= since
}

function happenedSince<Event extends { readonly at: EpochMs }>(event: Event | undefined, since: EpochMs) {
  return event && event.at >= since ? event : undefined
}

function lastMessageOf({ lastMessageAt = 0 }: Pick<ConversationItem, 'lastMessageAt'>): EpochMs {
  return lastMessageAt
}

type Handled = Pick<
  ConversationItem,
  'handoff' | 'pastHandoffs' | 'humanNeededSince' | 'reachedLimit' | 'personSession' | 'sessionId'
>

/** Returns who handled a conversation since a time, and why a person was needed. */
export function handledBy(
  { handoff, pastHandoffs = [], humanNeededSince, reachedLimit, personSession, sessionId }: Handled,
  since: EpochMs,
): Pick<HandledConversation, 'handledBy' | 'reason'> {
  const request = [...pastHandoffs, ...(handoff ? [handoff] : [])].findLast((one) => one.since >= since)
  if (request) return { handledBy: 'asked', reason: request.reason }
  if (humanNeededSince !== undefined) return { handledBy: 'failed', reason: reachedLimit ?? FAILED_TO_ANSWER }
  return { handledBy: personSession === sessionId ? 'person' : 'agent', reason: '' }
}

async function agentNames(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const agents = await batchGet(
    ids.map((id) => ({ organizationId, id })),
    (keys) => AgentEntity.get(keys).go(),
  )
  return new Map(agents.map(({ id, name }) => [id, name]))
}
