import { type Out, outTo } from '../../platform/table/out.ts'
import type { WakeUpItem } from './wake-up-entity.ts'

type WakeUpKey = Pick<WakeUpItem, 'organizationId' | 'conversationId' | 'id'>

export function checkOut({ organizationId, conversationId, id: wakeUpId }: WakeUpKey): Out {
  return outTo('windows', organizationId, { kind: 'wake-up', organizationId, conversationId, wakeUpId })
}

export function turnOfWakeUp({ organizationId, conversationId, id: wakeUpId }: WakeUpKey): Out {
  return outTo('turns', conversationId, { kind: 'wakeUp', organizationId, conversationId, wakeUpId })
}
