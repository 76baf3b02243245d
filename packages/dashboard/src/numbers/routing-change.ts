import {
  type BusinessNumber,
  connectAgent,
  subscribePhoneNumber,
  unsubscribePhoneNumber,
} from '@messaging/contract/phone-numbers.ts'
import * as v from 'valibot'

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
