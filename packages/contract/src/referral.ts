import * as v from 'valibot'
import { DateTime, Uuid } from './fields.ts'

/** A click-to-chat ad referral attached to an inbound message (spec, Conversation). */
export const Referral = v.object({
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
})
export type Referral = v.InferOutput<typeof Referral>
