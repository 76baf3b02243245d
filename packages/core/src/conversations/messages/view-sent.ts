import type { ThreadMessage } from '@messaging/contract/dashboard/thread.ts'
import type { Caller } from '../../platform/caller.ts'
import { capabilityKey } from '../../platform/secrets/capability-keys.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import type { MessageItem } from './message-entity.ts'
import { authorOfMessage, authorViews, threadMessageView } from './thread-view.ts'

/** Returns a message that the caller sent, as the dashboard shows it. */
export async function viewSent(caller: Caller, message: MessageItem, now: number): Promise<ThreadMessage> {
  const [shown, mediaKey] = await Promise.all([
    authorViews(caller, [authorOfMessage(message)], now),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  return threadMessageView(message, shown, mediaKey)
}
