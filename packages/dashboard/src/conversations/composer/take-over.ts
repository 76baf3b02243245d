import { takeOverConversation } from '@messaging/contract/takeover.ts'
import { call } from '../../api/call.ts'
import { TAKEOVER_MINUTES } from '../takes-over.ts'

/** Takes a conversation over for the time that a reply does, once per key. */
export async function takeOver(id: string, idempotencyKey: string): Promise<void> {
  await call(takeOverConversation, { params: { id }, body: { durationMinutes: TAKEOVER_MINUTES } }, { idempotencyKey })
}
