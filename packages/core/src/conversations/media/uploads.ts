import type { createUpload, sendUpload, ThreadMessage } from '@messaging/contract/dashboard/thread.ts'
import { DETECTED_BYTES, detectMimeType, mediaLimit } from '@messaging/contract/media-types.ts'
import type * as v from 'valibot'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { copyObject, deleteObjects, signedForm, signedUrl } from '../../platform/objects/objects.ts'
import { readStart } from '../../platform/objects/read-objects.ts'
import { authorOf } from '../author.ts'
import { findConversation, getConversation } from '../get-conversation.ts'
import { dispatchMessage } from '../messages/dispatch-message.ts'
import { findReference } from '../messages/send-message.ts'
import { viewSent } from '../messages/view-sent.ts'
import { MEDIA_PREFIX, UNSENT_PREFIX } from './media-prefix.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Returns the size limit of a type. @throws ServiceError 400 if the provider does not accept the type or the size */
function requireAccepted(mimeType: string, size: number): number {
  const limit = mediaLimit(mimeType)
  if (!limit) throw invalidField('mimeType', 'is not accepted by the messaging provider')
  const { kind, maxBytes } = limit
  const most = maxBytes < MEGABYTE ? `${maxBytes / KILOBYTE} KB` : `${maxBytes / MEGABYTE} MB`
  if (size > maxBytes) throw invalidField('size', `must be at most ${most} for files of the kind ${kind}`)
  return maxBytes
}

interface Upload {
  readonly organizationId: string
  readonly conversationId: string
  readonly uploadId: string
}

/** Returns the bucket keys of an uploaded file before it is sent, and of the copy that its message refers to. */
export function uploadKeys({ organizationId, conversationId, uploadId }: Upload): { unsent: string; sent: string } {
  return {
    unsent: `${UNSENT_PREFIX}${organizationId}/${conversationId}/${uploadId}`,
    sent: `${MEDIA_PREFIX}${organizationId}/${conversationId}/uploads/${uploadId}`,
  }
}

const FORM_SECONDS = 900

/**
 * Returns a form with which a browser uploads a file of a message. The form accepts the declared type and the size
 * that the provider accepts. @throws ServiceError 400, 404
 */
export async function createFileUpload(
  organizationId: string,
  conversationId: string,
  id: string,
  { mimeType, size }: v.InferOutput<typeof createUpload.body>,
): Promise<v.InferOutput<typeof createUpload.response>> {
  if (!(await findConversation(organizationId, conversationId))) throw notFound('conversation')
  const maxBytes = requireAccepted(mimeType, size)
  const { unsent } = uploadKeys({ organizationId, conversationId, uploadId: id })
  const form = await signedForm(unsent, mimeType, maxBytes, FORM_SECONDS)
  return { id, ...form }
}

/**
 * Sends an uploaded file to the customer, once per `messageId`. The type comes from the first bytes of the file.
 * @throws ServiceError 400 for a missing or unaccepted file, 404, and as `dispatchMessage`
 */
export async function sendUploadedFile(
  caller: Caller,
  conversationId: string,
  messageId: string,
  { uploadId, name, caption = '', replyTo }: v.InferOutput<typeof sendUpload.body>,
  clock: Clock,
): Promise<ThreadMessage> {
  const { organizationId } = caller
  const chat = await getConversation(organizationId, conversationId)
  const { unsent, sent: key } = uploadKeys({ organizationId, conversationId: chat.conversation.id, uploadId })
  const uploaded = await readStart(unsent, DETECTED_BYTES)
  // A file that was sent before can be sent again. Earlier releases uploaded to this key.
  const file = uploaded ?? (await readStart(key, DETECTED_BYTES))
  if (!file) throw invalidField('uploadId', 'no such file; upload it first')
  const mimeType = detectMimeType(file.bytes, name) ?? ''
  requireAccepted(mimeType, file.size)
  const { kind } = mediaLimit(mimeType) ?? {}
  if (caption && (kind === 'audio' || kind === 'sticker'))
    throw invalidField('caption', 'is not allowed with audio and stickers (image/webp)')
  const content = {
    type: 'media',
    text: caption,
    media: [{ key, mimeType, filename: name }],
    replyTo: replyTo === undefined ? undefined : await findReference(chat, 'replyTo', replyTo),
  }
  if (uploaded) {
    await copyObject(unsent, key)
    // An erasure of the customer finds only the file of the message.
    await deleteObjects([unsent])
  }
  const author = authorOf(caller)
  const link = await signedUrl(key, name)
  const message = { id: messageId, role: 'human', author, content, link } as const
  return await viewSent(caller, await dispatchMessage(chat, message, clock), clock())
}
