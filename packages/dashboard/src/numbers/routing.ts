import type { Agent } from '@replywright/contract/agents.ts'
import {
  type BusinessNumber,
  connectAgent,
  subscribePhoneNumber,
  unsubscribePhoneNumber,
} from '@replywright/contract/phone-numbers.ts'
import * as v from 'valibot'

const LOSE_AGENT_TEXT = 'Existing conversations lose their agent and end their session.'

const NO_REPLIES_TEXT =
  'Replies stop with the next message, including in existing conversations. Messages are only stored.'

const LATER_AGENT_TEXT = 'Existing conversations keep their agent for later agent routing.'

function allRoutedText(name: string): string {
  return `All conversations, including existing ones, are routed to ${name} from their next message.`
}

/** The default routing of a number. It applies to conversations without their own routing. */
export interface RoutingState {
  readonly mode: 'agent' | 'webhook' | 'sandbox' | 'none'
  /** The agent or webhook; undefined if there is none or it was deleted. */
  readonly target?: { readonly id: string; readonly name: string }
  /** A sentence that describes the routing. */
  readonly words: string
}

export function routingState({
  defaultRouting,
  activeAgent,
  defaultWebhook,
}: Pick<BusinessNumber, 'defaultRouting' | 'activeAgent' | 'defaultWebhook'>): RoutingState {
  switch (defaultRouting) {
    case 'sandbox':
      return { mode: 'sandbox', words: 'A virtual number for trying agents. Its messages never leave the service.' }
    case 'agent':
      return activeAgent
        ? {
            mode: 'agent',
            target: activeAgent,
            words: `${activeAgent.name} replies to customers on this number.`,
          }
        : { mode: 'agent', words: 'The agent was deleted. Messages are only stored. Choose another agent.' }
    case 'webhook':
      return defaultWebhook
        ? {
            mode: 'webhook',
            target: defaultWebhook,
            words: `${defaultWebhook.name} receives each customer message as subscription.message.received and replies through the API.`,
          }
        : { mode: 'webhook', words: 'The endpoint was deleted. Messages are only stored. Choose another endpoint.' }
    case null:
      return { mode: 'none', words: 'No reply by default; messages are only stored.' }
  }
}

/** A change of a number's default routing. `name` is the name of the agent or endpoint. */
interface ChangedRouting {
  readonly mode: 'agent' | 'webhook' | 'none'
  readonly name: string
  readonly applyToExisting: boolean
}

/** Returns the consequences of a change, as sentences. */
export function consequences({ mode, name, applyToExisting }: ChangedRouting): readonly string[] {
  return [
    ...(applyToExisting ? ALL_CONVERSATIONS[mode](name) : NEW_CONVERSATIONS[mode](name)),
    'Conversations with their own routing keep it.',
  ]
}

const NEW_CONVERSATIONS = {
  agent: (name) => [`${name} replies in new conversations.`, 'Existing conversations keep their current agent.'],
  webhook: (name) => [allRoutedText(name), LATER_AGENT_TEXT],
  none: () => [NO_REPLIES_TEXT, LATER_AGENT_TEXT],
} as const satisfies Words

const ALL_CONVERSATIONS = {
  agent: (name) => [
    `${name} replies in all conversations from their next message.`,
    'Each conversation starts a new session. The agent keeps its memory but not the earlier messages.',
  ],
  webhook: (name) => [allRoutedText(name), LOSE_AGENT_TEXT],
  none: () => [NO_REPLIES_TEXT, LOSE_AGENT_TEXT],
} as const satisfies Words

type Words = Record<ChangedRouting['mode'], (name: string) => readonly string[]>

export interface RoutingValues {
  readonly mode: 'agent' | 'webhook' | 'none'
  readonly agentId: string
  readonly webhookId: string
  readonly applyToExisting: boolean
}

const required = (message: string) => v.pipe(v.string(), v.nonEmpty(message))
const agent = connectAgent.body.entries
const webhook = subscribePhoneNumber.body.entries

/** The routing operations of a number, with their inputs. */
export const RoutingChange = v.variant('mode', [
  v.object({
    mode: v.literal('agent'),
    agentId: v.pipe(required('Choose an agent.'), agent.agentId),
    applyToExisting: agent.applyToExisting,
  }),
  v.object({
    mode: v.literal('webhook'),
    webhookId: v.pipe(required('Choose an endpoint.'), webhook.webhookId),
    applyToExisting: webhook.applyToExisting,
  }),
  v.object({ mode: v.literal('none'), ...unsubscribePhoneNumber.body.entries }),
])

/** Returns whether the form would change something. The target counts for the chosen mode only. */
export function isRoutingChanged(current: RoutingValues, values: RoutingValues): boolean {
  return values.applyToExisting || values.mode !== current.mode || targetOf(values) !== targetOf(current)
}

function targetOf({ mode, agentId, webhookId }: RoutingValues): string {
  return { agent: agentId, webhook: webhookId, none: '' }[mode]
}

/** Returns the form values of a number's current routing. */
export function routingValues({
  defaultRouting,
  activeAgent,
  defaultWebhook,
}: Pick<BusinessNumber, 'defaultRouting' | 'activeAgent' | 'defaultWebhook'>): RoutingValues {
  return {
    mode: defaultRouting === 'agent' || defaultRouting === 'webhook' ? defaultRouting : 'none',
    agentId: activeAgent?.id ?? '',
    webhookId: defaultWebhook?.id ?? '',
    applyToExisting: false,
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Returns the agents that a number can connect to: the organisation's own, and `known`, the connected one. */
export function ownAgents(
  agents: readonly Pick<Agent, 'id' | 'name' | 'organization'>[],
  organizationId: string | undefined,
  known?: Named | null,
): readonly Named[] {
  const own = agents.filter(({ organization }) => organization === null || organization.id === organizationId)
  return known && !own.some(({ id }) => id === known.id) ? [known, ...own] : own
}
