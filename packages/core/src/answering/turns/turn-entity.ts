import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversations/conversation-partition.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, formatAttribute, table } from '../../platform/table/table.ts'

/** Days that a turn and its steps are kept. */
export const TURN_DAYS = 30

/**
 * One turn of an agent: what it answers and how far it is, so that a turn which was cut off goes on where it was. Its id is
 * that of its cause, the message whose queue message it works for. Every write is against the version that was read. A turn
 * that answers a message is stored with its first call of a tool, its first failure or its reply. Its end is stored on that
 * message.
 * Access: by id within its conversation's partition.
 */
export const TurnEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'turn', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      status: { type: ['open', 'answered', 'given-up'] as const, required: true },
      version: { type: 'number', required: true },
      /** Who wrote last: a write that is repeated because its answer was lost is told from another's by it. */
      writer: { type: 'string', required: true },
      /** The session and the agent that it begins with. */
      sessionId: { type: 'string', required: true },
      agentId: { type: 'string', required: true },
      /** Ids of the messages that it answers. */
      covers: { type: 'list', items: { type: 'string' }, required: true },
      /** How often it started over because the customer wrote more. Steps belong to a round. */
      round: { type: 'number', required: true },
      /** Failures since the last success: of the model, of the provider, or of a kind that nothing expects. */
      tries: { type: 'number', required: true },
      /** Credits by agent, as JSON: of the rounds before, and with `reply` of all. */
      credits: { type: 'string' },
      /** The messages to send (`ReplyPart[]` as JSON), stored before the first is sent. */
      reply: { type: 'string' },
      format: formatAttribute,
      /** The agent that made the reply; absent when it is `agentId`. */
      speakerId: { type: 'string' },
      /** Whether the reply is the first of its session. */
      begins: { type: 'boolean' },
      /** When the model was asked for the reply, in milliseconds since the epoch, and how long that took. */
      saidAt: { type: 'number' },
      saidMs: { type: 'number' },
      /** When the relay sent the message that began it. Milliseconds since the epoch. */
      relayedAt: { type: 'number' },
      startedAt: { type: 'number', required: true },
      /** When it was answered, unless its message says so (`endOfTurn`). */
      finishedAt: { type: 'number' },
      givenUpAt: { type: 'number' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byId: {
        pk: conversationPartition,
        sk: key('sk', 'turn#${id}'),
      },
    },
  },
  table,
)
export type TurnItem = EntityItem<typeof TurnEntity>
