import { sendCanary } from '@replywright/core/operations/canary.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'

/** Sends the message of the canary. The schedule invokes it every five minutes. */
export async function handler(): Promise<void> {
  await sendCanary(systemClock())
}
