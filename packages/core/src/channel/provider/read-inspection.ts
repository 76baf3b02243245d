import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ChannelNotice } from '../port.ts'
import { ERROR_TOPICS } from './account-problems.ts'

/** The fields of a number that tell how the provider judges it. */
export const INSPECTED_FIELDS = 'quality_rating,messaging_limit_tier,status,health_status'

const Word = v.fallback(v.optional(v.string()), undefined)
const Inspected = v.looseObject({
  quality_rating: Word,
  messaging_limit_tier: Word,
  health_status: v.fallback(v.optional(v.looseObject({ can_send_message: Word })), undefined),
})

/** The topics of notices (`read-notice.ts`, `account-update.ts`) that do not exist while all messages can be sent. */
const LIFTED = ['ban', 'restriction', 'connection', 'review', ...ERROR_TOPICS]

/**
 * Reads how the provider judges a number. If it says that all messages can be sent, the topics that forbid them are in
 * order; if not, nothing is known to be lifted.
 */
export function readInspection(phoneNumberId: string, body: unknown, now: EpochMs): ChannelNotice {
  const parsed = v.safeParse(Inspected, body)
  const {
    quality_rating: quality,
    messaging_limit_tier: messagingLimit,
    health_status,
  } = parsed.success ? parsed.output : {}
  const canSend = health_status?.can_send_message ?? 'UNKNOWN'
  return {
    waId: undefined,
    phoneNumberId,
    at: now,
    field: 'doctor',
    code: canSend,
    quality,
    messagingLimit,
    topics: {
      ...(canSend === 'AVAILABLE' && Object.fromEntries(LIFTED.map((topic) => [topic, []]))),
      ...(quality === 'GREEN' && { quality: [] }),
    },
    notice: parsed.success ? parsed.output : {},
  }
}
