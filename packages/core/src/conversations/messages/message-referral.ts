import type { Referral } from '../../channel/port.ts'
import { isoTime } from '../../platform/clock.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** Returns the ad referral of a message as the API and envelopes show it (spec, Referral). */
export function toReferral(referral: Referral, stored: MessageItem): NonNullable<ConversationItem['latestReferral']> {
  return { messageId: stored.id, ...referral, createdAt: isoTime(stored.sentAt) }
}
