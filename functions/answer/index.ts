import { AgentBodyEntity } from '@messaging/core/agents/agent-body-entity.ts'
import { AgentCountEntity } from '@messaging/core/agents/agent-count-entity.ts'
import { AgentEntity } from '@messaging/core/agents/agent-entity.ts'
import { handleTurnBatch } from '@messaging/core/answering/turns/handle-turn.ts'
import { TurnEntity } from '@messaging/core/answering/turns/turn-entity.ts'
import { NumberEntity } from '@messaging/core/channel/numbers/number-entity.ts'
import { ConversationEntity } from '@messaging/core/conversations/conversation-entity.ts'
import { MessageEntity } from '@messaging/core/conversations/messages/message-entity.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { withFacts } from '@messaging/core/platform/log/log-context.ts'
import { makeAtStart } from '@messaging/core/platform/on-first-use.ts'
import { SlotsEntity } from '@messaging/core/platform/queues/slots-entity.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

makeAtStart(ConversationEntity, MessageEntity, NumberEntity, SlotsEntity)
makeAtStart(AgentEntity, AgentBodyEntity, AgentCountEntity, TurnEntity)

/** Processes agents' turns, one at a time per conversation. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleTurnBatch(event, systemClock))
}
