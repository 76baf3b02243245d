import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { requireUnrestricted } from '../../channel/numbers/health.ts'
import { requireConnected } from '../../channel/numbers/numbers.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { getConversation } from '../../conversations/conversations.ts'
import { newStartedTurn, StartedTurnEntity } from '../../conversations/held-turns/held-turn-entity.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { turnOut } from '../../conversations/messages/turn-message.ts'
import { liveAgentId } from '../../conversations/routing/effective-route.ts'
import { conflict, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { transact } from '../../platform/table/transact.ts'
import { judgeRequest, MOST_REQUESTED } from './judge-request.ts'
import { judgeTurn } from './judge-turn.ts'

const entities = { conversations: ConversationEntity, messages: MessageEntity, turns: StartedTurnEntity }

/**
 * `POST /dashboard-api/v1/conversations/{id}/answer/`: lets the connected agent answer what the customer has written since the last
 * message to them, once per `requestId`. The messages become part of the session in force. An agent that failed is tried at
 * once. The customer waits until the answer is sent.
 * @throws ServiceError 404; 409 if no agent may answer, or nothing awaits an answer
 */
export async function requestTurn(
  caller: Caller,
  { id, requestId }: { readonly id: string; readonly requestId: string },
  now: EpochMs,
): Promise<undefined> {
  const { organizationId } = caller
  const { conversation, number } = await getConversation(organizationId, id)
  const key = { organizationId, conversationId: conversation.id }
  requireConnected(number)
  const [agentId, { data: messages }, { data: started }] = await Promise.all([
    liveAgentId(number, conversation),
    MessageEntity.query.byId(key).go({ order: 'desc', limit: 2 * MOST_REQUESTED, consistent: true }),
    StartedTurnEntity.get({ ...key, id: requestId }).go({ consistent: true }),
  ])
  // An earlier run of this request has started the turn.
  if (started) return
  const judgement = judgeTurn(conversation, number, { windowSeconds: capabilitiesOf(number).windowSeconds, now })
  const decision = judgeRequest(judgement, agentId !== undefined, messages)
  if (decision.kind === 'refuse') throw new ServiceError('conflict', decision.reason)
  if (!number.sandbox) requireUnrestricted(number, {}, now)
  const { inboundSeq, sessionId } = conversation
  const [messageId] = decision.ids
  const isWritten = await transact(entities, (all) => [
    all.conversations
      .patch({ organizationId, id: conversation.id })
      // The model is called, although it failed a moment ago.
      .remove(['humanNeededSince'])
      .where((stored, { eq }) => eq(stored.inboundSeq, inboundSeq))
      .commit(),
    ...decision.ids.map((message) =>
      all.messages
        .patch({ ...key, id: message })
        .set({ out: turnOut(conversation, message), sessionId })
        .remove(['turnId'])
        .where(
          ({ turnId, answeredAt }, { eq, notExists }) =>
            `${notExists(answeredAt)} AND (${notExists(turnId)} OR ${eq(turnId, message)})`,
        )
        .commit(),
    ),
    all.turns.create(newStartedTurn({ kind: 'turn', ...key, messageId }, requestId, now)).commit(),
  ])
  if (!isWritten)
    throw conflict('changed_concurrently', 'The conversation has just changed. Read what is new, then try again.')
  log('turn.requested', { ...key, messages: decision.ids.length })
}
