import { newId } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { getWritten, writeOnce } from '../../platform/table/write-once.ts'
import { storedParts } from './compose-reply.ts'
import { TurnEntity, type TurnItem } from './turn-entity.ts'

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
