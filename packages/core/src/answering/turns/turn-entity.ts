import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversation-entity.ts'
import { newId } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, formatAttribute } from '../../platform/table/table.ts'
import { getWritten, writeOnce } from '../../platform/table/write-once.ts'
import { storedParts } from './compose-reply.ts'

/** Days that a turn and its steps are stored. */
export const TURN_DAYS = 30

/**
 * One turn of an agent: the messages that it answers, and its progress, so that an interrupted turn can continue. Its
 * id is the id of its origin. Every write is conditional on the version that was read. A turn that answers a message is
 * stored with its first tool call, first failure or reply. Its end is stored on that message.
 * Access: by id within its conversation's partition.
 */
export const TurnEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'turn', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** `turnStatus` reads it. */
    status: { type: ['open', 'answered', 'given-up'] as const, required: true },
    version: { type: 'number', required: true },
    /** Id of the last write. It tells a write that the SDK repeated from a write of another worker. */
    writer: { type: 'string', required: true },
    /** The session and the agent at the start. */
    sessionId: { type: 'string', required: true },
    agentId: { type: 'string', required: true },
    /** Ids of the messages that it answers. */
    covers: { type: 'list', items: { type: 'string' }, required: true },
    /** How often it started over because the customer wrote more. Steps belong to a round. */
    round: { type: 'number', required: true },
    /** Failures since the last success: of the model, of the provider, or unexpected. */
    tries: { type: 'number', required: true },
    /** How often it started without a reply since the last failure, besides its first start: interrupted runs. */
    runs: { type: 'number' },
    /** Credits by agent as JSON: of the earlier rounds; with `reply` of all rounds. */
    credits: { type: 'string' },
    /** Tokens by agent as JSON, for the same rounds, and those of responses that became no step. */
    tokens: { type: 'string' },
    /** Those of both that were counted when its retries were exhausted. */
    countedCredits: { type: 'string' },
    countedTokens: { type: 'string' },
    /** The messages to send (`ReplyPart[]` as JSON), stored before the first is sent. */
    reply: { type: 'string' },
    /** How many messages its reply has fewer than parts. */
    saved: { type: 'number' },
    /** Why the agent asks for a person after the reply (`Handoff` as JSON). */
    handoff: { type: 'string' },
    /** Why the model did not answer, finally. A person is asked for. */
    declined: { type: ['model', 'filter', 'unusable', 'steps', 'guardrail'] as const },
    format: formatAttribute,
    /** The agent that created the reply; absent if it is `agentId`. */
    speakerId: { type: 'string' },
    /** Whether the reply is the first of its session. */
    begins: { type: 'boolean' },
    /** When the model was called for the reply, and the duration. */
    saidAt: { type: 'number' },
    saidMs: { type: 'number' },
    /** The model that was called for it. */
    model: { type: 'string' },
    /** When the relay sent the message that started the turn. */
    relayedAt: { type: 'number' },
    startedAt: { type: 'number', required: true },
    /** When it was answered, unless the end is on the message (`endOfTurn`). */
    finishedAt: { type: 'number' },
    /** When its retries were exhausted. */
    failedAt: { type: 'number', field: 'givenUpAt' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'turn#${id}') },
  },
}))
export type TurnItem = EntityItem<typeof TurnEntity>

/** Returns the status of a turn: `failed` if its retries are exhausted, which is stored as `given-up`. */
export function turnStatus({ status }: Pick<TurnItem, 'status'>): 'open' | 'answered' | 'failed' {
  return status === 'given-up' ? 'failed' : status
}

/** Thrown when another worker has continued the turn. */
export class TurnConflictError extends InternalError {
  override name = 'TurnConflictError'
}

type NewTurn = Pick<
  TurnItem,
  | 'organizationId'
  | 'conversationId'
  | 'id'
  | 'sessionId'
  | 'agentId'
  | 'covers'
  | 'relayedAt'
  | 'startedAt'
  | 'expiresAt'
>
type Change = Partial<Omit<TurnItem, 'organizationId' | 'conversationId' | 'id' | 'version' | 'writer' | 'expiresAt'>>

/** Returns the turn of a origin, read consistently, or null. */
export async function findTurn(
  key: Pick<TurnItem, 'organizationId' | 'conversationId' | 'id'>,
): Promise<TurnItem | null> {
  const { organizationId, conversationId, id } = key
  const { data } = await TurnEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  return data
}

/** Creates a turn that is not stored yet: its version is 0. */
export function newTurn(turn: NewTurn): TurnItem {
  return { ...turn, status: 'open', version: 0, writer: '', round: 0, tries: 0 }
}

/** Stores a turn, or returns the stored one. */
export async function beginTurn(turn: NewTurn): Promise<TurnItem> {
  const write = TurnEntity.create({ ...newTurn(turn), version: 1, writer: newId() }).go({
    returnOnConditionCheckFailure: 'all_old',
  })
  return await getWritten(write, `turn ${turn.id}`)
}

/** Creates a turn if needed. Conditional on the version read. @throws TurnConflictError when another worker wrote first */
export async function writeTurn(turn: TurnItem, change: Change): Promise<TurnItem> {
  const { organizationId, conversationId, id } = turn
  const format = change.reply !== undefined && { format: storedParts.format }
  const written = { ...change, ...format, version: turn.version + 1, writer: newId() }
  const write =
    turn.version === 0
      ? TurnEntity.create({ ...turn, ...written }).go({ returnOnConditionCheckFailure: 'all_old' })
      : TurnEntity.patch({ organizationId, conversationId, id })
          .set(written)
          .where(({ version }, { eq }) => eq(version, turn.version))
          .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  if (!(await writeOnce<TurnItem>(write, ({ writer }) => writer === written.writer)).isWritten)
    throw new TurnConflictError(`turn ${id} was changed by another worker`)
  return { ...turn, ...written }
}
