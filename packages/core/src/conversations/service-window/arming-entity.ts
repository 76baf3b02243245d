import type { WindowMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { type ConversationItem, conversationPartition } from '../conversation-entity.ts'

/** The retention of the table's stream, from which the relay reads. */
const ARMING_DAYS = 1

/**
 * A request to arm a service window without a schedule, after a message or a routing change. It is a separate item
 * because only the conversation as updated by the message shows the need. Access: none; only its `out` is used.
 */
export const ArmingEntity = /* @__PURE__ */ entity(() => ({
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
    byMessage: { pk: conversationPartition, sk: key('sk', 'arming#${messageId}') },
  },
}))

/** The origin of a request, and since when a webhook is in the route if that is new. */
interface ArmingOrigin {
  readonly messageId: string
  readonly since?: EpochMs | undefined
}

/** Builds the request to the windows worker to arm a conversation, once for each origin. */
export function newArming(
  conversation: Pick<ConversationItem, 'organizationId' | 'id'>,
  { messageId, since }: ArmingOrigin,
  now: EpochMs,
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
  now: EpochMs,
): Promise<void> {
  await ArmingEntity.create(newArming(conversation, origin, now)).go({ returnOnConditionCheckFailure: true })
}

/**
 * A request to arm the open service windows of a number, because a webhook came into its default route: one step of at
 * most 500 conversations. Access: none; only its `out` is used.
 */
export const NumberArmingEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'numberArming', version: '1' },
  attributes: {
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'numberArming#${phoneNumberId}'), sk: key('sk', '${id}') },
  },
}))

/** Builds the `out` of a message to the windows worker about a conversation. `since` as in `WindowMessage`. */
export function windowOut(
  kind: WindowMessage['kind'],
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  since?: EpochMs,
): Out {
  const body = { kind, organizationId, conversationId: id, ...(since !== undefined && { since }) }
  return outTo('windows', organizationId, body)
}
