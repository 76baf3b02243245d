import type { MarkedOutcome, ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { authorOf } from '../author.ts'
import { getConversation } from '../conversations.ts'
import { MessageEntity } from './message-entity.ts'
import { changeAndReport } from './report-message.ts'
import { viewSent } from './thread-view.ts'
import { isUnconfirmed, notUnconfirmed } from './unconfirmed.ts'

const MARKED_FAILED = { code: 'marked_failed', message: 'A person marked the message as not delivered.' }

/**
 * Sets the status of an outbound message whose outcome is unknown, as a person knows it, without sending anything. What the
 * provider reports later replaces it. Of concurrent marks and resends one wins.
 * @throws ServiceError 404; 409 `outcome_pending` within two minutes after it was sent, `outcome_known` if it has a status
 */
export async function markMessage(
  caller: Caller,
  { conversationId, messageId, outcome }: { conversationId: string; messageId: string; outcome: MarkedOutcome },
  now: EpochMs,
): Promise<ThreadMessage> {
  const { organizationId } = caller
  const [, { data: message }] = await Promise.all([
    getConversation(organizationId, conversationId),
    MessageEntity.get({ organizationId, conversationId, id: messageId }).go({ consistent: true }),
  ])
  if (message?.direction !== 'outbound') throw notFound('message')
  const marked = await changeAndReport(
    message,
    (stored) => {
      if (!isUnconfirmed(stored, now)) throw notUnconfirmed(stored)
      const mark = { status: outcome, markedBy: authorOf(caller), markedAt: now }
      return { set: { ...mark, ...(outcome === 'failed' && { error: MARKED_FAILED }) } }
    },
    now,
  )
  log('message.marked', { organizationId, conversationId, messageId, outcome })
  return await viewSent(caller, marked, now)
}
