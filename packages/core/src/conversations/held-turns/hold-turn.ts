import type { QueueBody } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { HeldTurnEntity, newHeldTurn } from './held-turn-entity.ts'

interface Held {
  readonly phoneNumberId: string
  readonly turn: Exclude<QueueBody<'turns'>, { kind: 'session' }>
}

/**
 * Stores a turn that waits for the end of a restriction. The turn of a later message replaces it, because it
 * answers all messages. A wake-up replaces nothing: the customer's message has a turn of its own.
 */
export async function holdTurn({ phoneNumberId, turn }: Held, now: EpochMs): Promise<void> {
  const { organizationId, conversationId } = turn
  const held = newHeldTurn({ phoneNumberId, organizationId, conversationId, turn: JSON.stringify(turn) }, now)
  const { rejected } = await HeldTurnEntity.create(held).go({ returnOnConditionCheckFailure: true })
  if (rejected && turn.kind === 'turn') await HeldTurnEntity.put(held).go()
}
