import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { watchWindow } from '../../conversations/service-window/watch-window.ts'
import { WindowMessage } from '../../conversations/service-window/window-message.ts'
import { eachRecord } from '../../platform/queues/each-record.ts'
import { takeWakeUp } from './take-wake-up.ts'
import { WakeUpCheck } from './wake-up-message.ts'

/** Body of any message in the queue of windows. */
export const WindowQueueMessage = v.variant('kind', [WindowMessage, WakeUpCheck])

/** Does what each message of the windows queue asks for; one that fails, or is of no known kind, goes back to the queue. */
export async function takeWindowBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  return await eachRecord(event, 'window.failed', async ({ body }) => {
    const message = v.parse(WindowQueueMessage, JSON.parse(body))
    switch (message.kind) {
      case 'arm':
      case 'check':
        await watchWindow(message.organizationId, message.conversationId, clock)
        break
      case 'wake-up':
        await takeWakeUp(message, clock)
    }
    return 'delete'
  })
}
