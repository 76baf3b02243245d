import type { NumberWindowsMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { derivedId, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { outTo } from '../../platform/outbox/out.ts'
import { listByActivity } from '../list-by-activity.ts'
import { NumberArmingEntity, requestArming } from './arming-entity.ts'
import { isUnwatched } from './window.ts'

/** The retention of the table's stream, from which the relay reads. */
const ARMING_DAYS = 1
/** Conversations read in a step, and those requested at most. */
const READ_A_STEP = 500
const REQUESTED_A_STEP = 100
/** Messages that were routed before the change are counted by then. */
const DELAY_SECONDS = 3

/** Builds the request of a step. Its id derives from the step, so that a repeated step requests the next one once. */
export function newNumberArming(step: Omit<NumberWindowsMessage, 'kind'>, now: EpochMs) {
  const { organizationId, phoneNumberId, since, cursor } = step
  return {
    phoneNumberId,
    id: derivedId('number arming', phoneNumberId, String(since), cursor ?? ''),
    expiresAt: expiryAfter(now, ARMING_DAYS),
    out: outTo('windows', organizationId, { kind: 'arm-number', ...step }, { delaySeconds: DELAY_SECONDS }),
  }
}

/** Requests the arming of a number's conversations with an open window and no schedule, then the next step. */
export async function armNumber({ kind, ...step }: NumberWindowsMessage, now: EpochMs): Promise<void> {
  const { organizationId, phoneNumberId, since, cursor } = step
  const { windowSeconds } = capabilitiesOf(step)
  if (windowSeconds === null) return
  const openSince = now - windowSeconds * 1000
  const { items, nextCursor } = await listByActivity(
    organizationId,
    { offset: 0, limit: REQUESTED_A_STEP, cursor },
    {
      isWanted: (conversation) =>
        conversation.phoneNumberId === phoneNumberId &&
        // Others have a webhook of their own in the route, or none.
        conversation.routing !== 'agent' &&
        conversation.webhookId === undefined &&
        (conversation.lastInboundAt ?? 0) > openSince &&
        isUnwatched(conversation, now),
      activeSince: openSince,
      atMost: READ_A_STEP,
      reading: 'recent',
    },
  )
  const messageId = derivedId('number arming', phoneNumberId, String(since))
  await Promise.all(items.map((conversation) => requestArming(conversation, { messageId, since }, now)))
  log('window.number_armed', { organizationId, phoneNumberId, requested: items.length, isLast: nextCursor === null })
  if (nextCursor === null) return
  const next = newNumberArming({ ...step, cursor: nextCursor }, now)
  await NumberArmingEntity.create(next).go({ returnOnConditionCheckFailure: true })
}
