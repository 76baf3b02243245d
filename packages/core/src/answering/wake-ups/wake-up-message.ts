import * as v from 'valibot'
import { TURNS_QUEUE } from '../../conversations/messages/turn-message.ts'
import { WINDOWS_QUEUE } from '../../conversations/service-window/window-message.ts'
import type { WakeUpItem } from './wake-up-entity.ts'

const place = { organizationId: v.string(), conversationId: v.string(), wakeUpId: v.string() }

/** Body of the message in the queue of windows that has a wake-up looked at: scheduled when it is early, else fired. */
export const WakeUpCheck = v.object({ kind: v.literal('wake-up'), ...place })
export type WakeUpCheck = v.InferOutput<typeof WakeUpCheck>

/** Body of the message in the queue of turns that has the agent speak. */
export const WakeUpTurn = v.object({ kind: v.literal('wakeUp'), ...place })
export type WakeUpTurn = v.InferOutput<typeof WakeUpTurn>

type Place = Pick<WakeUpItem, 'organizationId' | 'conversationId' | 'id'>

/** What asks for a wake-up to be looked at. */
export function checkOut({ organizationId, conversationId, id: wakeUpId }: Place) {
  const body: WakeUpCheck = { kind: 'wake-up', organizationId, conversationId, wakeUpId }
  return { q: WINDOWS_QUEUE, g: organizationId, b: JSON.stringify(body) }
}

/** What lets the agent speak. */
export function turnOfWakeUp({ organizationId, conversationId, id: wakeUpId }: Place) {
  const body: WakeUpTurn = { kind: 'wakeUp', organizationId, conversationId, wakeUpId }
  return { q: TURNS_QUEUE, g: conversationId, b: JSON.stringify(body) }
}
