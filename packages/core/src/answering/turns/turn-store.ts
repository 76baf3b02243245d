import { newId } from '../../platform/clock.ts'
import { storedParts } from './compose-reply.ts'
import { TurnEntity, type TurnItem } from './turn-entity.ts'

/** Another worker goes on with the turn: this one stops. */
export class TurnTakenError extends Error {
  override name = 'TurnTakenError'
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

/** The turn of a cause, read strongly; null when it was never begun. */
export async function findTurn(
  key: Pick<TurnItem, 'organizationId' | 'conversationId' | 'id'>,
): Promise<TurnItem | null> {
  const { organizationId, conversationId, id } = key
  const { data } = await TurnEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  return data
}

/** A turn that is stored nowhere yet: its version is 0. */
export function newTurn(turn: NewTurn): TurnItem {
  return { ...turn, status: 'open', version: 0, writer: '', round: 0, tries: 0 }
}

/** Stores a turn, or returns the one that is there. */
export async function beginTurn(turn: NewTurn): Promise<TurnItem> {
  const { data } = await TurnEntity.create({ ...newTurn(turn), version: 1, writer: newId() }).go({
    returnOnConditionCheckFailure: 'all_old',
  })
  if (!data) throw new Error(`turn ${turn.id} was there and is gone`)
  return data
}

/**
 * Writes a change against the version that was read. A turn that is stored nowhere yet is stored with it.
 * @throws TurnTakenError when another worker wrote first
 */
export async function writeTurn(turn: TurnItem, change: Change): Promise<TurnItem> {
  const { organizationId, conversationId, id } = turn
  const format = change.reply !== undefined && { format: storedParts.format }
  const written = { ...change, ...format, version: turn.version + 1, writer: newId() }
  const { rejected, data } =
    turn.version === 0
      ? await TurnEntity.create({ ...turn, ...written }).go({ returnOnConditionCheckFailure: 'all_old' })
      : await TurnEntity.patch({ organizationId, conversationId, id })
          .set(written)
          .where(({ version }, { eq }) => eq(version, turn.version))
          .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  // The SDK repeats a write whose answer was lost, and is refused by itself.
  if (!data || (rejected && data.writer !== written.writer))
    throw new TurnTakenError(`turn ${id} is worked on by another`)
  return { ...turn, ...written }
}
