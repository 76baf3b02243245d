import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { findWebhook, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { derivedId } from '../../platform/clock.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { waitingSince, withoutRequest } from '../handoff.ts'
import type { MessageItem } from '../messages/message-entity.ts'

/** The modes of an effective route; null means no routing: messages are only stored. */
type Mode = 'agent' | 'webhook' | 'sandbox' | null

export interface Route {
  readonly mode: Mode
  /** The effective webhook; only with mode `webhook`. */
  readonly webhookId: string | null
}

export interface RoutedNumber {
  readonly sandbox: boolean
  readonly defaultRouting?: 'agent' | 'webhook'
  readonly defaultWebhookId?: string
}

export interface RoutedConversation {
  readonly routing?: 'agent' | 'webhook'
  readonly webhookId?: string
}

/** Returns the effective route: sandbox, else the conversation's override, else the default (spec, Routing). */
export function effectiveRoute(number: RoutedNumber, conversation: RoutedConversation): Route {
  if (number.sandbox) return { mode: 'sandbox', webhookId: null }
  const mode = conversation.routing ?? number.defaultRouting ?? null
  const webhookId = mode === 'webhook' ? (conversation.webhookId ?? number.defaultWebhookId ?? null) : null
  return { mode, webhookId }
}

interface LifecycleEvent {
  readonly event: 'subscription.activated' | 'subscription.revoked'
  readonly webhookId: string
}

/** Returns the events of a change between two effective routes, in order (spec, States: Routing of a conversation). */
export function lifecycleEvents({ webhookId: from }: Route, { webhookId: to }: Route): LifecycleEvent[] {
  if (from === to) return []
  return [
    ...(from ? [{ event: 'subscription.revoked' as const, webhookId: from }] : []),
    ...(to ? [{ event: 'subscription.activated' as const, webhookId: to }] : []),
  ]
}

export type Recipients = NonNullable<MessageItem['recipients']>

/**
 * Returns which webhooks receive a customer's message and as which event: `message.received` for each webhook that is
 * subscribed to the number, and `subscription.message.received` for the webhook in the route (spec, Event kinds). A missed call
 * is `call.missed`, too, for those that are subscribed to it.
 */
export function decideRecipients(
  listeners: readonly string[],
  { webhookId }: Pick<Route, 'webhookId'>,
  missedBy: readonly string[] = [],
): Recipients {
  return [
    ...listeners.map((id) => ({ webhookId: id, event: 'message.received' as const })),
    ...(webhookId ? [{ webhookId, event: 'subscription.message.received' as const }] : []),
    ...missedBy.map((id) => ({ webhookId: id, event: 'call.missed' as const })),
  ]
}

/** The epoch of a number, raised by a routing change that applies to existing conversations. */
interface NumberEpoch {
  readonly epoch?: number
  readonly epochAt?: EpochMs
  readonly epochAgentId?: string
}

export interface Session {
  readonly id: string
  readonly numberEpoch?: number
  readonly agentId?: string
  readonly sessionId: string
  readonly handoff?: ConversationItem['handoff']
  readonly pastHandoffs?: ConversationItem['pastHandoffs']
  readonly humanNeededSince?: EpochMs
  readonly waitingIn?: string
  readonly waitingAt?: string
}

/**
 * Returns a conversation with its effective agent and session. They are its own unless they were chosen before the
 * epoch of the number. Then the agent is that of the epoch, or none, in a new session. One write therefore applies a
 * routing change to any number of conversations (spec, States: number-level operations). A request for a person ends with
 * the session that made it, also if a later write has stored the new session and left the request.
 */
export function sessionInForce<Conversation extends Session>(
  { epoch = 0, epochAt = 0, epochAgentId }: NumberEpoch,
  conversation: Conversation,
): Conversation | (Omit<Conversation, keyof Session> & Session) {
  const waits = waitingSince(conversation)
  const current = waits !== undefined && waits < epochAt ? withoutRequest(conversation, epochAt) : conversation
  if ((conversation.numberEpoch ?? 0) >= epoch) return current
  const sessionId = derivedId('session', conversation.id, String(epoch))
  return { ...current, numberEpoch: epoch, agentId: epochAgentId, sessionId }
}

type Find = (organizationId: string, id: string) => Promise<object | null>

/** How to find what routing refers to. */
export interface Finders {
  readonly findAgent: Find
  readonly findWebhook: Find
}

const FINDERS: Finders = { findAgent: findAgentHead, findWebhook }

interface Routed extends RoutedConversation {
  readonly organizationId: string
  readonly agentId?: string
}

/**
 * Returns the effective route, without a webhook that was deleted. Only an override can name such a webhook, because a
 * deletion removes it from the numbers.
 */
export async function liveRoute(
  number: RoutedNumber,
  conversation: Omit<Routed, 'agentId'>,
  { findWebhook: find }: Pick<Finders, 'findWebhook'> = FINDERS,
): Promise<Route> {
  const route = effectiveRoute(number, conversation)
  if (route.webhookId === null || route.webhookId !== conversation.webhookId) return route
  return (await find(conversation.organizationId, route.webhookId)) ? route : { ...route, webhookId: null }
}

/** Returns the webhook of a route, or null if it has none. */
export async function findRouteWebhook(organizationId: string, { webhookId }: Route): Promise<WebhookItem | null> {
  return webhookId === null ? null : await findWebhook(organizationId, webhookId)
}

/** Returns the id of the agent that is to answer, which may have been deleted; undefined if no agent answers. */
export function connectedAgent(
  number: { readonly agentId?: string | undefined },
  conversation: { readonly agentId?: string | undefined },
  { mode }: Pick<Route, 'mode'>,
): string | undefined {
  return mode === 'agent' || mode === 'sandbox' ? (conversation.agentId ?? number.agentId) : undefined
}

/**
 * Returns the id of the agent that answers if an agent answers: that of the conversation, or that of the number if the
 * conversation has none or it was deleted. The number's agent counts only while agents answer.
 */
export async function liveAgentId(
  number: RoutedNumber & { readonly agentId?: string },
  conversation: Routed,
  { findAgent }: Pick<Finders, 'findAgent'> = FINDERS,
): Promise<string | undefined> {
  const { mode } = effectiveRoute(number, conversation)
  const fallback = mode === 'agent' || mode === 'sandbox' ? number.agentId : undefined
  const candidates = new Set([conversation.agentId, fallback].filter((id) => id !== undefined))
  for (const id of candidates) if (await findAgent(conversation.organizationId, id)) return id
  return undefined
}

/** A route and the current state of its targets. */
interface RouteFacts {
  readonly route: Route
  readonly conversation: RoutedConversation
  /** Null if it does not exist or was deleted. */
  readonly webhook: { readonly enabled: boolean } | null
  readonly agent: object | null
  readonly takenOver: boolean
  /** The agent asked for a person, and nobody has handed back. */
  readonly paused: boolean
}

/** Returns sentences that explain the effective route of a conversation (spec, Routing). */
export function explainRoute({ route, conversation, webhook, ...facts }: RouteFacts): string {
  if (route.mode === null) return 'Neither the conversation nor its number has a routing: messages are only stored.'
  if (route.mode === 'sandbox') return `This is a sandbox number for testing agents. ${agentText(facts)}`
  const source =
    conversation.routing === undefined
      ? `The conversation inherits the routing of its number: ${NAMES[route.mode]}.`
      : `The conversation overrides the routing of its number: ${NAMES[route.mode]}.`
  return `${source} ${route.mode === 'webhook' ? webhookText(webhook) : agentText(facts)}`
}

const NAMES = { agent: 'an agent', webhook: 'a webhook' } as const

function webhookText(webhook: RouteFacts['webhook']): string {
  if (!webhook) return 'The webhook no longer exists, so messages are only stored.'
  if (!webhook.enabled) return 'The webhook is disabled: its deliveries are stored as failed and can be replayed.'
  return 'The webhook receives its messages; no agent responds.'
}

function agentText({ agent, takenOver, paused }: Pick<RouteFacts, 'agent' | 'takenOver' | 'paused'>): string {
  if (!agent) return 'No agent is connected, so messages are only stored.'
  if (paused) return 'The agent asked for a person: it is silent until somebody hands back.'
  return takenOver ? 'A person has taken over: the agent is paused until the takeover ends.' : 'The agent responds.'
}
