import { expiryAfter } from '../../platform/clock.ts'
import { outAttribute } from '../../platform/outbox/out.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { conversationPartition } from '../conversation-partition.ts'
import { windowOut } from './window-message.ts'

/** The retention of the table's stream, from which the relay reads. */
const ARMING_DAYS = 1

/**
 * A request to arm a service window without a schedule, after a message or a routing change. It is a separate item
 * because only the conversation as updated by the message shows the need. Access: none; only its `out` is used.
 */
export const ArmingEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'arming', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true, readOnly: true },
      /** The message, or the event of the routing change. */
      messageId: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
      out: { ...outAttribute, required: true, readOnly: true },
    },
    indexes: {
      byMessage: {
        pk: conversationPartition,
        sk: key('sk', 'arming#${messageId}'),
      },
    },
  },
  table,
)

/** The origin of a request, and since when a webhook is in the route if that is new. */
interface ArmingOrigin {
  readonly messageId: string
  readonly since?: number | undefined
}

/** Builds the request to the windows worker to arm a conversation, once for each origin. */
export function newArming(
  conversation: Pick<ConversationItem, 'organizationId' | 'id'>,
  { messageId, since }: ArmingOrigin,
  now: number,
) {
  const { organizationId, id } = conversation
  return {
    organizationId,
    conversationId: id,
    messageId,
    expiresAt: expiryAfter(now, ARMING_DAYS),
    out: windowOut('arm', conversation, since),
  }
}

export async function requestArming(
  conversation: Pick<ConversationItem, 'organizationId' | 'id'>,
  origin: ArmingOrigin,
  now: number,
): Promise<void> {
  await ArmingEntity.create(newArming(conversation, origin, now)).go({ returnOnConditionCheckFailure: true })
}
