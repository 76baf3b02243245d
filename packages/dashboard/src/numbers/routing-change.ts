import {
  type BusinessNumber,
  connectAgent,
  subscribePhoneNumber,
  unsubscribePhoneNumber,
} from '@messaging/contract/phone-numbers.ts'
import * as v from 'valibot'

/** What the form of a number's routing holds. */
export interface RoutingValues {
  readonly mode: 'agent' | 'webhook' | 'nobody'
  readonly agentId: string
  readonly webhookId: string
  readonly applyToExisting: boolean
}

const chosen = (what: string) => v.pipe(v.string(), v.nonEmpty(`Choose ${what}.`))
const agent = connectAgent.body.entries
const webhook = subscribePhoneNumber.body.entries

/** What can be asked of a number: one of three operations, with what it needs. */
export const RoutingChange = v.variant('mode', [
  v.object({
    mode: v.literal('agent'),
    agentId: v.pipe(chosen('an agent'), agent.agentId),
    applyToExisting: agent.applyToExisting,
  }),
  v.object({
    mode: v.literal('webhook'),
    webhookId: v.pipe(chosen('an endpoint'), webhook.webhookId),
    applyToExisting: webhook.applyToExisting,
  }),
  v.object({ mode: v.literal('nobody'), ...unsubscribePhoneNumber.body.entries }),
])

/** The form's values for a number as it is. */
export function routingValues({
  defaultRouting,
  activeAgent,
  defaultWebhook,
}: Pick<BusinessNumber, 'defaultRouting' | 'activeAgent' | 'defaultWebhook'>): RoutingValues {
  return {
    mode: defaultRouting === 'agent' || defaultRouting === 'webhook' ? defaultRouting : 'nobody',
    agentId: activeAgent?.id ?? '',
    webhookId: defaultWebhook?.id ?? '',
    applyToExisting: false,
  }
}
