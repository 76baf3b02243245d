import type { ProviderReferral } from '../../channel/provider/read-message.ts'
import { isoTime } from '../../platform/clock.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** Returns the ad referral of a message as the API and envelopes show it (spec, Referral). */
export function toReferral(
  referral: ProviderReferral,
  stored: MessageItem,
): NonNullable<ConversationItem['latestReferral']> {
  return {
    messageId: stored.id,
    sourceType: referral.source_type,
    sourceId: referral.source_id,
    sourceUrl: referral.source_url,
    headline: referral.headline,
    body: referral.body,
    mediaType: referral.media_type,
    imageUrl: referral.image_url,
    videoUrl: referral.video_url,
    thumbnailUrl: referral.thumbnail_url,
    ctwaClid: referral.ctwa_clid,
    welcomeMessage: referral.welcome_message?.text ?? '',
    createdAt: isoTime(stored.sentAt),
  }
}
