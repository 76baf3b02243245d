import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { createWriteTransaction } from 'electrodb'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { getNumber, getNumberByProviderId } from '../../channel/numbers/find-number.ts'
import { NumberEntity, type NumberItem } from '../../channel/numbers/number-entity.ts'
import { findWebhook } from '../../deliveries/webhooks/get-webhook.ts'
import { WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import type { Caller } from '../../platform/caller.ts'
import { InternalError, invalidField, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { refusals } from '../../platform/table/transact.ts'
import { newNumberArming } from '../service-window/arm-number.ts'
import { NumberArmingEntity } from '../service-window/number-arming-entity.ts'
import { effectiveRoute } from './effective-route.ts'
import { numberViews } from './number-view.ts'

const NO_AGENT = 'no such agent'
const NO_WEBHOOK = 'no such webhook, or it belongs to another user'

/** The new routing of a number: one mode with its target only. */
type NumberRouting =
  | { readonly mode: 'agent'; readonly agentId: string }
  | { readonly mode: 'webhook'; readonly webhookId: string }
  | { readonly mode: null }

/** `POST /phone-numbers/{n}/{subscribe,connect-agent,unsubscribe}/`: changes the routing. Returns the number. */
export async function routeNumber(
  caller: Caller,
  n: string,
  routing: NumberRouting,
  applyToExisting: boolean,
  now: number,
): Promise<BusinessNumber> {
  const number = await getNumber(caller.organizationId, n)
  const routed = await applyRouting(caller, number, routing, applyToExisting, now)
  const [view] = await numberViews(caller.organizationId, [routed])
  if (!view) throw new InternalError(`number ${number.phoneNumberId} has no view`)
  return view
}

/**
 * Sets the default routing of a number in one write, which a deletion of its agent or webhook cannot miss. With
 * `applyToExisting` its existing conversations switch to the agent, because the epoch of the number is raised
 * (`sessionInForce`). Sends no lifecycle events (spec, Event kinds). Throws 400 on a sandbox number, for a webhook that
 * the caller does not own, and for an unknown agent.
 */
export async function applyRouting(
  caller: Caller,
  number: NumberItem,
  routing: NumberRouting,
  applyToExisting: boolean,
  now: number,
): Promise<NumberItem> {
  if (number.sandbox) throw invalidField('', 'The routing of a sandbox number cannot be changed.')
  await checkTarget(caller, routing)
  const { organizationId, phoneNumberId, id } = number
  const agentId = routing.mode === 'agent' ? routing.agentId : undefined
  const webhookId = routing.mode === 'webhook' ? routing.webhookId : undefined
  const entities = { numbers: NumberEntity, agents: AgentEntity, webhooks: WebhookEntity, armings: NumberArmingEntity }
  const transaction = createWriteTransaction(entities, ({ numbers, agents, webhooks, armings }) => [
    numbers
      .patch({ phoneNumberId })
      .set({
        ...(routing.mode && { defaultRouting: routing.mode }),
        ...(agentId && { agentId, ...(applyToExisting && { epochAgentId: agentId }) }),
        ...(webhookId && { defaultWebhookId: webhookId }),
      })
      .add(applyToExisting ? { epoch: 1 } : {})
      .remove([
        ...(routing.mode ? [] : (['defaultRouting'] as const)),
        ...(agentId ? [] : (['agentId'] as const)),
        ...(webhookId ? [] : (['defaultWebhookId'] as const)),
        ...(applyToExisting && !agentId ? (['epochAgentId'] as const) : []),
      ])
      .where((attributes, { eq }) => eq(attributes.id, id))
      .commit(),
    // Refused if the target was deleted concurrently. A deletion in progress detects the connection.
    ...(agentId ? [agents.patch({ organizationId, id: agentId }).add({ connections: 1 }).commit()] : []),
    ...(webhookId
      ? [
          webhooks
            .check({ organizationId, id: webhookId })
            .where(
              ({ userId, deletedAt }, { eq, notExists }) => `${eq(userId, caller.userId)} AND ${notExists(deletedAt)}`,
            )
            .commit(),
        ]
      : []),
    // The windows that are open have no schedules unless a webhook was in the route.
    ...(webhookId && effectiveRoute(number, {}).webhookId === null
      ? [armings.put(newNumberArming({ organizationId, phoneNumberId, since: now }, now)).commit()]
      : []),
  ])
  const [refused] = await refusals(() => transaction.go())
  if (refused === 0) throw notFound('number', 'digits, and that the number belongs to your organisation')
  if (refused !== undefined) throw webhookId ? invalidField('webhookId', NO_WEBHOOK) : invalidField('agentId', NO_AGENT)
  const routed = await getNumberByProviderId(organizationId, phoneNumberId)
  log('number.routed', {
    organizationId,
    numberId: id,
    mode: routing.mode,
    agentId,
    webhookId,
    epoch: routed.epoch,
  })
  return routed
}

async function checkTarget({ organizationId, userId }: Caller, routing: NumberRouting): Promise<void> {
  if (routing.mode === 'webhook') {
    const webhook = await findWebhook(organizationId, routing.webhookId)
    if (webhook?.userId !== userId) throw invalidField('webhookId', NO_WEBHOOK)
  }
  if (routing.mode === 'agent' && !(await findAgentHead(organizationId, routing.agentId)))
    throw invalidField('agentId', NO_AGENT)
}
