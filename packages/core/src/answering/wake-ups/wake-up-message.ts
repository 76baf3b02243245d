import { type Out, outTo } from '../../platform/table/out.ts'
import type { WakeUpItem } from './wake-up-entity.ts'

type Place = Pick<WakeUpItem, 'organizationId' | 'conversationId' | 'id'>

/** Builds the message that checks a wake-up. */
export function checkOut({ organizationId, conversationId, id: wakeUpId }: Place): Out {
  return outTo('windows', organizationId, { kind: 'wake-up', organizationId, conversationId, wakeUpId })
}

/** Builds the message that starts the turn of a wake-up. */
export function turnOfWakeUp({ organizationId, conversationId, id: wakeUpId }: Place): Out {
  return outTo('turns', conversationId, { kind: 'wakeUp', organizationId, conversationId, wakeUpId })
}
