import { type HeldTurnsMessage, TurnMessage, WakeUpTurn } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { findRestriction } from '../../channel/numbers/health.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { type Clock, derivedId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { transact } from '../../platform/table/transact.ts'
import { SCHEDULE_MARGIN_MILLISECONDS } from '../service-window/window.ts'
import {
  HeldTurnEntity,
  type HeldTurnItem,
  HeldTurnsRequestEntity,
  heldOut,
  newHeldTurnsRequest,
  newStartedTurn,
  StartedTurnEntity,
} from './held-turn-entity.ts'

/** The message of a turn in the queue `turns`, as a held turn stores it. */
const queuedTurn = storedJson('the message of a turn', v.variant('kind', [TurnMessage, WakeUpTurn]))

/** Turns started in a step. */
const TURNS_A_STEP = 200
/** Turns started at the same time. */
const CONCURRENT_TURNS = 20

/**
 * Starts the held turns of a number whose restriction has ended: a step of them, then requests the next one. If the number is restricted until a
 * time, creates the schedule for that time, one for all its turns. It is idempotent: a started turn is removed with its start.
 */
export async function startHeldTurns(
  { organizationId, phoneNumberId }: Omit<HeldTurnsMessage, 'kind'>,
  clock: Clock,
): Promise<void> {
  const number = await findNumber(phoneNumberId)
  if (number?.organizationId !== organizationId) return
  const now = clock()
  const restriction = findRestriction(number, 'replies', now)
  if (restriction?.until !== undefined) {
    const fireAt = Math.ceil(Math.max(restriction.until, now + SCHEDULE_MARGIN_MILLISECONDS) / 1000) * 1000
    await createSchedule('held', [organizationId, phoneNumberId], fireAt, heldOut({ organizationId, phoneNumberId }).b)
  }
  if (restriction) return
  const { data: held, cursor } = await HeldTurnEntity.query
    .byNumber({ phoneNumberId })
    .go({ limit: TURNS_A_STEP, consistent: true })
  for (let index = 0; index < held.length; index += CONCURRENT_TURNS)
    await Promise.all(held.slice(index, index + CONCURRENT_TURNS).map((turn) => startTurn(turn, clock())))
  if (held.length > 0) log('turn.started_again', { organizationId, phoneNumberId, turns: held.length })
  if (cursor === null) return
  const id = derivedId('held turns', ...held.map(({ conversationId, heldAt }) => `${conversationId} ${heldAt}`))
  await HeldTurnsRequestEntity.create(newHeldTurnsRequest(number, id, clock())).go({
    returnOnConditionCheckFailure: true,
  })
}

/** Starts a held turn and removes it, unless a later turn of the conversation has replaced it. */
async function startTurn({ phoneNumberId, turn, ...held }: HeldTurnItem, now: EpochMs): Promise<void> {
  const { conversationId, heldAt } = held
  const id = derivedId('held turn', conversationId, turn, String(heldAt))
  await transact({ held: HeldTurnEntity, started: StartedTurnEntity }, (entities) => [
    entities.held
      .delete({ phoneNumberId, conversationId })
      .where((stored, { eq }) => `${eq(stored.turn, turn)} AND ${eq(stored.heldAt, heldAt)}`)
      .commit(),
    entities.started.create(newStartedTurn(queuedTurn.parse(turn, undefined), id, now)).commit(),
  ])
}
