import type { sendUpload, ThreadMessage } from '@messaging/contract/dashboard/thread.ts'
import { DETECTED_BYTES, detectMimeType, mediaLimit } from '@messaging/contract/media-types.ts'
import type * as v from 'valibot'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { readStart } from '../../platform/objects/read-objects.ts'
import { authorOf } from '../author.ts'
import { getConversation } from '../get-conversation.ts'
import { dispatchMessage } from '../messages/dispatch-message.ts'
import { viewSent } from '../messages/view-sent.ts'
import { requireAccepted, uploadKey } from './uploaded-file.ts'

/**
 * Sends an uploaded file to the customer, once per `messageId`. The type comes from the first bytes of the file.
 * @throws ServiceError 400 for a missing or unaccepted file, 404, and as `dispatchMessage`
 */
export async function sendUploadedFile(
  caller: Caller,
  conversationId: string,
  messageId: string,
  { uploadId, name, caption = '' }: v.InferOutput<typeof sendUpload.body>,
  clock: Clock,
): Promise<ThreadMessage> {
  const { organizationId } = caller
  const chat = await getConversation(organizationId, conversationId)
  const key = uploadKey(organizationId, chat.conversation.id, uploadId)
  const file = await readStart(key, DETECTED_BYTES)
  if (!file) throw invalidField('uploadId', 'no such file; upload it first')
  const mimeType = detectMimeType(file.bytes, name) ?? ''
  requireAccepted(mimeType, file.size)
  const { kind } = mediaLimit(mimeType) ?? {}
  if (caption && (kind === 'audio' || kind === 'sticker'))
    throw invalidField('caption', 'is not allowed with audio and stickers (image/webp)')
  const content = { type: 'media', text: caption, media: [{ key, mimeType, filename: name }] }
  const author = authorOf(caller)
  const link = await signedUrl(key, name)
  const message = { id: messageId, role: 'human', author, content, link } as const
  return await viewSent(caller, await dispatchMessage(chat, message, clock), clock())
}
