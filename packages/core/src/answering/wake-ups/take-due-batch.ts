import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { armNumber } from '../../conversations/service-window/arm-number.ts'
import { watchWindow } from '../../conversations/service-window/watch-window.ts'
import { consume } from '../../platform/queues/consume.ts'
import { DELETE } from '../../platform/queues/fate.ts'
import { takeWakeUp } from './take-wake-up.ts'

/** Processes a batch of the queue `windows`, which carries service windows and wake-ups. */
export async function takeDueBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  return await consume(event, 'windows', { failure: 'window.failed' }, async (message) => {
    switch (message.kind) {
      case 'arm':
      case 'check':
        await watchWindow(message, clock)
        break
      case 'arm-number':
        await armNumber(message, clock())
        break
      case 'wake-up':
        await takeWakeUp(message, clock)
    }
    return DELETE
  })
}
