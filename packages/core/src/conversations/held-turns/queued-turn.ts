import { TurnMessage, WakeUpTurn } from '@replywright/contract/queues.ts'
import * as v from 'valibot'
import { storedJson } from '../../platform/table/stored-json.ts'

/** The message of a turn in the queue `turns`, as a held turn stores it. */
export const queuedTurn = storedJson('the message of a turn', v.variant('kind', [TurnMessage, WakeUpTurn]))
