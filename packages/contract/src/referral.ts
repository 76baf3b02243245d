import * as v from 'valibot'
import { DateTime, Uuid } from './fields.ts'

export const Referral = v.pipe(
  v.object({
    messageId: Uuid,
    sourceType: v.string(),
    sourceId: v.string(),
    sourceUrl: v.string(),
    headline: v.string(),
    body: v.string(),
    mediaType: v.string(),
    imageUrl: v.string(),
    videoUrl: v.string(),
    thumbnailUrl: v.string(),
    ctwaClid: v.string(),
    welcomeMessage: v.string(),
    createdAt: DateTime,
  }),
  v.description('A click-to-chat ad that led to an inbound message.'),
)
export type Referral = v.InferOutput<typeof Referral>
