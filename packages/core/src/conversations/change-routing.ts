import type { RoutingInput } from '@replywright/contract/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import { DeliveryEntity } from '../deliveries/delivery-entity.ts'
import { lifecycleEnvelope } from '../deliveries/envelope.ts'
import { type NewDelivery, newDelivery } from '../deliveries/new-delivery.ts'
import { derivedTimeId, newId } from '../platform/clock.ts'
import { currentRequestId, log } from '../platform/log/log.ts'
import { recentRetention } from '../platform/retention.ts'
import { transact } from '../platform/table/transact.ts'
import type { Author } from './author.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import { lifecycleEvents, type Route } from './routing/effective-route.ts'
import { ArmingEntity, newArming } from './service-window/arming-entity.ts'
import { isUnwatched } from './service-window/window.ts'

/** The new routing of a conversation; an empty change clears it. `agentId` names another agent. */
interface RoutingChange {
  readonly routing?: 'agent' | 'webhook'
  readonly webhookId?: string
  readonly agentId?: string
}

/** Returns the change that the routing endpoint's body requests. `null` and `inherit` clear the own routing. */
export function routingChange({ mode, webhookId, agentId }: RoutingInput): RoutingChange {
  if (mode === 'webhook') return { routing: mode, webhookId: webhookId ?? undefined }
  return mode === 'agent' ? { routing: mode, agentId: agentId ?? undefined } : {}
}

/** The delay of `activated` after `revoked`, so that two endpoints receive them in order. */
const ACTIVATED_DELAY_SECONDS = 1

/** Writes a change if the conversation still has the version that was read; otherwise returns undefined. */
export async function applyChange(
  conversation: ConversationItem,
  change: RoutingChange,
  { before, after }: { readonly before: Route; readonly after: Route },
  author: Author,
  now: EpochMs,
): Promise<ConversationItem | undefined> {
  const { organizationId, id, routingVersion, numberEpoch = 0 } = conversation
  const newAgent = change.agentId !== undefined && change.agentId !== conversation.agentId
  if (!newAgent && conversation.routing === change.routing && conversation.webhookId === change.webhookId)
    return conversation
  const { deliveryDays } = await recentRetention(organizationId, now)
  const deliveries = lifecycleDeliveries(conversation, { before, after }, deliveryDays, now)
  const hasWindow = capabilitiesOf(conversation).windowSeconds !== null
  const needsSchedule = hasWindow && after.webhookId !== null && isUnwatched(conversation, now)
  const since = before.webhookId === null ? now : undefined
  const eventId = derivedTimeId(now, 'routed', id, String(routingVersion + 1))
  const event = await newEvent(conversation, eventId, author, now)
  const set = {
    routingVersion: routingVersion + 1,
    eventId,
    ...(change.routing && { routing: change.routing }),
    ...(change.webhookId && { webhookId: change.webhookId }),
    ...(newAgent && { agentId: change.agentId, numberEpoch, sessionId: newId() }),
  }
  const cleared = [
    ...(change.routing ? [] : (['routing'] as const)),
    ...(change.webhookId ? [] : (['webhookId'] as const)),
  ]
  const written = await transact(
    {
      conversations: ConversationEntity,
      deliveries: DeliveryEntity,
      events: ConversationEventEntity,
      armings: ArmingEntity,
    },
    (entities) => [
      entities.conversations
        .patch({ organizationId, id })
        .set(set)
        .remove(cleared)
        .where((attributes, { eq }) => eq(attributes.routingVersion, routingVersion))
        .commit(),
      entities.events
        .create({
          ...event,
          kind: 'routed',
          mode: after.mode ?? undefined,
          webhookId: after.webhookId ?? undefined,
          agentId: newAgent ? change.agentId : undefined,
        })
        .commit(),
      ...deliveries.map(({ delivery }) => entities.deliveries.create(delivery).commit()),
      // A message that is being received may open a window which this change did not read.
      ...(needsSchedule
        ? [entities.armings.create(newArming(conversation, { messageId: eventId, since }, now)).commit()]
        : []),
    ],
  )
  if (!written) return undefined
  log('conversation.routed', {
    organizationId,
    conversationId: id,
    mode: after.mode,
    webhookId: after.webhookId,
    routingVersion: set.routingVersion,
    deliveries: deliveries.length,
    deliveryIds: deliveries.map(({ delivery }) => delivery.id).join(' '),
  })
  return {
    ...conversation,
    routing: change.routing,
    webhookId: change.webhookId,
    ...(newAgent && { agentId: change.agentId }),
  }
}

/** Builds the deliveries of a route change. Their ids derive from the conversation and its new routing version. */
function lifecycleDeliveries(
  conversation: ConversationItem,
  { before, after }: { readonly before: Route; readonly after: Route },
  deliveryDays: number,
  now: EpochMs,
): NewDelivery[] {
  const { organizationId, id, routingVersion } = conversation
  return lifecycleEvents(before, after).map(({ event, webhookId }, index) => {
    const at = now + index
    return newDelivery({
      id: derivedTimeId(at, 'lifecycle', id, String(routingVersion + 1), event),
      organizationId,
      conversationId: id,
      webhookId,
      event,
      payload: JSON.stringify(lifecycleEnvelope(event, at, conversation, after.mode, webhookId)),
      at,
      deliveryDays,
      ...(index > 0 && { delaySeconds: ACTIVATED_DELAY_SECONDS }),
      requestId: currentRequestId(),
    })
  })
}
