import type { WaitCheck } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findNumber } from '../channel/numbers/numbers.ts'
import { mailLongWait, wantsLongWaitMails } from '../people/notices/waiting-mails.ts'
import { expiryAfter } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { outAttribute, outTo } from '../platform/outbox/out.ts'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'
import {
  ConversationEntity,
  type ConversationItem,
  conversationPartition,
  findConversation,
} from './conversation-entity.ts'
import { judgeWaiting } from './judge-waiting.ts'
import { effectiveRoute, sessionInForce } from './routing/effective-route.ts'
import { waitingEntry } from './waiting-entry.ts'

/** The longest delay of a message in a queue. */
const CHECK_SECONDS = 15 * 60
/** The write that lets the customer wait comes first. */
const LEAST_SECONDS = 60
const KEPT_DAYS = 1

/**
 * The item that sends a check whether a customer still waits, in the partition of the conversation. What begins a wait and each
 * failure during it have one. A repeated message writes the same item, which sends nothing again. Access: none.
 */
const WaitCheckEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'waitCheck', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    /** The place of the conversation in the list of those who wait (`waitingEntry`), which tells the wait. */
    waitingAt: { type: 'string', required: true, readOnly: true },
    requestedAt: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byWait: { pk: conversationPartition, sk: key('sk', 'wait#${waitingAt}#${requestedAt}') },
  },
}))

/**
 * Requests a check whether a customer still waits 15 minutes after `since`, if a member wants such mails. Called before the
 * write that lets the customer wait since then, so that a crash between the two loses no mail: a check without a
 * wait does nothing.
 */
export async function requestWaitCheck(
  conversation: Pick<ConversationItem, 'organizationId' | 'id' | 'phoneNumberId'>,
  since: EpochMs,
  now: EpochMs,
): Promise<void> {
  const { organizationId, id: conversationId } = conversation
  const { waitingAt } = waitingEntry(conversation, since)
  if (waitingAt === undefined || !(await wantsLongWaitMails(organizationId))) return
  const check: WaitCheck = { kind: 'wait', organizationId, conversationId, waitingAt }
  await WaitCheckEntity.put({
    organizationId,
    conversationId,
    waitingAt,
    requestedAt: now,
    expiresAt: expiryAfter(now, KEPT_DAYS),
    out: outTo('windows', organizationId, check, { delaySeconds: delaySeconds(since, now) }),
  }).go()
}

/** Returns the rest of the 15 minutes. The provider's clock may be ahead of ours. */
function delaySeconds(since: EpochMs, now: EpochMs): number {
  const left = CHECK_SECONDS - Math.ceil((now - since) / 1000)
  return Math.min(CHECK_SECONDS, Math.max(LEAST_SECONDS, left))
}

/**
 * Mails the members who want it that a customer still waits, unless somebody replied meanwhile or they got the mail about this
 * wait.
 */
export async function checkWait(
  { organizationId, conversationId, waitingAt }: Omit<WaitCheck, 'kind'>,
  now: EpochMs,
): Promise<void> {
  const found = await findConversation(organizationId, conversationId)
  if (found?.waitingAt !== waitingAt || found.mailedWait === waitingAt) return
  const number = await findNumber(found.phoneNumberId)
  if (number?.organizationId !== organizationId) return
  const conversation = { ...sessionInForce(number, found), mode: effectiveRoute(number, found).mode }
  const waiting = judgeWaiting(conversation, now)
  if (!waiting) return
  const { contactName, contactNumber } = found
  const name = contactName || (contactNumber ? `+${contactNumber}` : '')
  await mailLongWait(organizationId, { conversationId, name, reason: waiting.reason ?? '' }, now)
  await ConversationEntity.patch({ organizationId, id: conversationId })
    .set({ mailedWait: waitingAt })
    .go({ returnOnConditionCheckFailure: true })
  log('conversation.still_waiting', { conversationId, kind: waiting.kind })
}
