import type { EpochMs } from '@replywright/contract/time.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import type { Play } from './play.ts'

/** Between a reply and the next message of the customer. */
const PAUSE_MILLISECONDS = 20_000

/** What a customer who does not exist writes. `buttonId` is the id of the tapped button, and `text` its text. */
interface InventedTurn {
  readonly text: string
  readonly buttonId?: string | undefined
}

/** Returns the message number `index`, from 0, of a customer who wrote the first one at `startedAt`. */
export function inventedMessage(
  { chat: { conversation } }: Pick<Play, 'chat'>,
  { text, buttonId }: InventedTurn,
  startedAt: EpochMs,
  index: number,
): MessageItem {
  const { organizationId, id: conversationId, sessionId } = conversation
  const at = startedAt + index * PAUSE_MILLISECONDS
  return {
    organizationId,
    conversationId,
    id: derivedTimeId(at, 'message of a simulated customer', conversationId, String(at)),
    direction: 'inbound',
    waId: '',
    type: buttonId === undefined ? 'text' : 'interactive',
    text,
    ...(buttonId !== undefined && { quickReplyId: buttonId }),
    sentAt: at,
    takenAt: at,
    sessionId,
    expiresAt: 0,
  }
}
