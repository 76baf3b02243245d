import type { HeldTurnsMessage, QueueBody } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter } from '../../platform/clock.ts'
import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { conversationPartition } from '../conversation-entity.ts'

/** Later the service window of the customer's message has closed. */
const HELD_DAYS = 2
/** The retention of the table's stream, from which the relay reads. */
const REQUEST_DAYS = 1

/**
 * A turn that waits because the channel restricts the number: the latest of a conversation. Access: all of a number. Removed when the turn
 * is started again. Its `out` lets the worker schedule the end of the restriction.
 */
export const HeldTurnEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'heldTurn', version: '1' },
  attributes: {
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    /** The body of the turn's message in the queue `turns`, as JSON. */
    turn: { type: 'string', required: true },
    heldAt: { type: 'number', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true },
  },
  indexes: {
    byNumber: { pk: key('pk', 'held#${phoneNumberId}'), sk: key('sk', '${conversationId}') },
  },
}))
export type HeldTurnItem = EntityItem<typeof HeldTurnEntity>

/** Builds the item of a turn that is held from `now` on. */
export function newHeldTurn(
  held: Pick<HeldTurnItem, 'phoneNumberId' | 'conversationId' | 'organizationId' | 'turn'>,
  now: EpochMs,
) {
  return { ...held, heldAt: now, expiresAt: expiryAfter(now, HELD_DAYS), out: heldOut(held) }
}

/** Builds the `out` of a message to the windows worker about the held turns of a number. */
export function heldOut({
  organizationId,
  phoneNumberId,
}: Pick<HeldTurnsMessage, 'organizationId' | 'phoneNumberId'>): Out {
  return outTo('windows', organizationId, { kind: 'held', organizationId, phoneNumberId })
}

/**
 * A request to start the held turns of a number, written with the notice that lifts the restriction. Access: none; only its `out` is used.
 */
export const HeldTurnsRequestEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'heldTurnsRequest', version: '1' },
  attributes: {
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    /** That of the notice, or of the step before. */
    id: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'heldTurns#${phoneNumberId}'), sk: key('sk', '${id}') },
  },
}))

/** Builds the request of a number's held turns, once for each `id`. */
export function newHeldTurnsRequest(
  number: Pick<HeldTurnsMessage, 'organizationId' | 'phoneNumberId'>,
  id: string,
  now: EpochMs,
) {
  const { phoneNumberId } = number
  return { phoneNumberId, id, expiresAt: expiryAfter(now, REQUEST_DAYS), out: heldOut(number) }
}

/** A turn that is started again. Access: none; only its `out` is used. */
export const StartedTurnEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'startedTurn', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    /** Derives from the cause of the start. */
    id: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'started-turn#${id}') },
  },
}))

/** Builds the item that starts a turn again, once for each `id`. */
export function newStartedTurn(turn: Exclude<QueueBody<'turns'>, { kind: 'session' }>, id: string, now: EpochMs) {
  const { organizationId, conversationId } = turn
  const out = outTo('turns', conversationId, { ...turn, again: id })
  return { organizationId, conversationId, id, expiresAt: expiryAfter(now, REQUEST_DAYS), out }
}
