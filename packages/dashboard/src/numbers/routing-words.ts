import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { words } from './words.ts'

const { states, effects } = words

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
      return { mode: 'sandbox', words: states.sandbox }
    case 'agent':
      return activeAgent
        ? {
            mode: 'agent',
            target: activeAgent,
            words: states.agent(activeAgent.name),
          }
        : {
            mode: 'agent',
            words: states.agentDeleted,
          }
    case 'webhook':
      return defaultWebhook
        ? {
            mode: 'webhook',
            target: defaultWebhook,
            words: states.webhook(defaultWebhook.name),
          }
        : {
            mode: 'webhook',
            words: states.endpointDeleted,
          }
    case null:
      return { mode: 'none', words: states.none }
  }
}

/** A change of a number's default routing. `name` is the name of the agent or endpoint. */
export interface RoutingChange {
  readonly mode: 'agent' | 'webhook' | 'none'
  readonly name: string
  readonly applyToExisting: boolean
}

/** Returns the consequences of a change, as sentences. */
export function consequences({ mode, name, applyToExisting }: RoutingChange): readonly string[] {
  return [...(applyToExisting ? ALL_CONVERSATIONS[mode](name) : NEW_CONVERSATIONS[mode](name)), effects.own]
}

const NEW_CONVERSATIONS = {
  agent: (name) => [effects.newAgent(name), effects.keepAgent],
  webhook: (name) => [effects.allRouted(name), effects.laterAgent],
  none: () => [effects.noReplies, effects.laterAgent],
} as const satisfies Words

const ALL_CONVERSATIONS = {
  agent: (name) => [effects.allAgent(name), effects.newSession],
  webhook: (name) => [effects.allRouted(name), effects.loseAgent],
  none: () => [effects.noReplies, effects.loseAgent],
} as const satisfies Words

type Words = Record<RoutingChange['mode'], (name: string) => readonly string[]>
