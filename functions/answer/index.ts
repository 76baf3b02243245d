import { AgentBodyEntity } from '@messaging/core/agents/agent-body-entity.ts'
import { AgentCountEntity } from '@messaging/core/agents/agent-count-entity.ts'
import { AgentEntity } from '@messaging/core/agents/agent-entity.ts'
import { systemClock } from '@messaging/core/clock.ts'
import { ConversationEntity } from '@messaging/core/conversations/conversation-entity.ts'
import { withFacts } from '@messaging/core/log-context.ts'
import { MessageEntity } from '@messaging/core/messages/message-entity.ts'
import { NumberEntity } from '@messaging/core/numbers/number-entity.ts'
import { makeAtStart } from '@messaging/core/on-first-use.ts'
import { SlotsEntity } from '@messaging/core/queues/slots-entity.ts'
import { takeTurnBatch } from '@messaging/core/turns/take-turn-batch.ts'
import { TurnEntity } from '@messaging/core/turns/turn-entity.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

makeAtStart(ConversationEntity, MessageEntity, NumberEntity, SlotsEntity)
makeAtStart(AgentEntity, AgentBodyEntity, AgentCountEntity, TurnEntity)

/** Agents' answers, one turn at a time for each conversation. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => takeTurnBatch(event, systemClock))
}
