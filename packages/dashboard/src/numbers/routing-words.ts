import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'

/** Who gets the messages of a number's conversations that have no routing of their own. */
export interface RoutingState {
  readonly mode: 'agent' | 'webhook' | 'sandbox' | 'nobody'
  /** The agent or the webhook; undefined when there is none, or it was deleted. */
  readonly target?: { readonly id: string; readonly name: string }
  /** What that means. */
  readonly words: string
}

export function routingState({
  defaultRouting,
  activeAgent,
  defaultWebhook,
}: Pick<BusinessNumber, 'defaultRouting' | 'activeAgent' | 'defaultWebhook'>): RoutingState {
  switch (defaultRouting) {
    case 'sandbox':
      return { mode: 'sandbox', words: 'A virtual number to try agents on. Its messages never leave the service.' }
    case 'agent':
      return activeAgent
        ? {
            mode: 'agent',
            target: activeAgent,
            words: `${activeAgent.name} answers customers who write to this number.`,
          }
        : {
            mode: 'agent',
            words: 'Its agent was deleted: messages are stored, and nobody answers. Choose another one.',
          }
    case 'webhook':
      return defaultWebhook
        ? {
            mode: 'webhook',
            target: defaultWebhook,
            words: `${defaultWebhook.name} gets each message of a customer as subscription.message.received, and answers by the API.`,
          }
        : {
            mode: 'webhook',
            words: 'Its endpoint was deleted: messages are stored, and nobody answers. Choose another one.',
          }
    case null:
      return { mode: 'nobody', words: 'Messages are stored, and nobody answers them by default.' }
  }
}

/** A change of a number's default routing; `name` is that of the agent or the endpoint. */
export interface RoutingChange {
  readonly mode: 'agent' | 'webhook' | 'nobody'
  readonly name: string
  readonly applyToExisting: boolean
}

/** What a change does to whom, a sentence each. */
export function consequences({ mode, name, applyToExisting }: RoutingChange): readonly string[] {
  return [
    ...(applyToExisting ? AND_EXISTING[mode](name) : NEW_ONES[mode](name)),
    'Conversations with routing of their own keep it.',
  ]
}

const NEW_ONES = {
  agent: (name) => [
    `New conversations are answered by ${name}.`,
    'Existing ones that an agent answers keep that agent.',
  ],
  webhook: (name) => [
    `Conversations are routed to ${name} from their next message on, existing ones too.`,
    'Existing ones remember their agent, should they be routed to an agent again.',
  ],
  nobody: () => [
    'Nobody answers from the next message on, in existing conversations too. Messages are stored.',
    'Existing ones remember their agent, should they be routed to an agent again.',
  ],
} as const satisfies Words

const AND_EXISTING = {
  agent: (name) => [
    `All conversations are answered by ${name} from their next message on, however many there are.`,
    'Each begins a new session: what was said before is not carried over, what the agent keeps in memory is.',
  ],
  webhook: (name) => [
    `Conversations are routed to ${name} from their next message on, existing ones too.`,
    'Existing ones forget their agent and end their session.',
  ],
  nobody: () => [
    'Nobody answers from the next message on, in existing conversations too. Messages are stored.',
    'Existing ones forget their agent and end their session.',
  ],
} as const satisfies Words

type Words = Record<RoutingChange['mode'], (name: string) => readonly string[]>
