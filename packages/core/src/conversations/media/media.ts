import type { createUpload, sendUpload, ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { DETECTED_BYTES, detectMimeType, mediaLimit } from '@replywright/contract/media-types.ts'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type * as v from 'valibot'
import { channelOf } from '../../channel/channels.ts'
import { getKnownNumber } from '../../channel/numbers/numbers.ts'
import type { InboundFile } from '../../channel/port.ts'
import { type Clock, isLive } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { COPY_MILLISECONDS, copyToStorage } from '../../platform/objects/copy-to-storage.ts'
import { copyObject, deleteObjects, hasObject, signedForm, signedUrl } from '../../platform/objects/objects.ts'
import { readStart } from '../../platform/objects/read-objects.ts'
import type { Caller } from '../../platform/request.ts'
import { capabilityKey, capabilityKeys } from '../../platform/secrets/secrets.ts'
import { authorOf } from '../author.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { findConversation } from '../conversation-entity.ts'
import { getConversation } from '../conversations.ts'
import { currentPlace } from '../customers/moved-entity.ts'
import { dispatchOpened, openMessage } from '../messages/dispatch-message.ts'
import { MessageEntity, type MessageItem } from '../messages/message-entity.ts'
import { findReference } from '../messages/send-message.ts'
import { viewSent } from '../messages/thread-view.ts'
import { copyKey, uploadKeys } from './media-keys.ts'
import { MEDIA_CAPABILITY, type MediaRef, mediaUrl, readMediaToken } from './media-token.ts'

const URL_SECONDS = 300

/**
 * Returns a short-lived URL of the file of a token. The first read copies the file from the channel.
 * @throws ServiceError 404 for an invalid token or a file that the channel no longer has; 502
 */
export async function mediaLocation(token: string, now: EpochMs): Promise<string> {
  const keys = await capabilityKeys(MEDIA_CAPABILITY, now)
  const [ref] = keys.flatMap((key) => readMediaToken(token, key) ?? [])
  const found = ref && ((await findFile(ref, now)) ?? (await findMoved(ref, now)))
  if (!found) throw notFound('file', 'URL')
  const { file, ...at } = found
  if (file.key !== undefined) return await signedUrl(file.key, file.filename, URL_SECONDS)
  return await signedUrl(await storedKey(at.ref, file, now), file.filename, URL_SECONDS)
}

/** Returns the bucket key of a customer's file. The first call copies the file from the channel. */
export async function storedKey(ref: MediaRef, file: InboundFile, now: EpochMs): Promise<string> {
  const key = copyKey(ref, file)
  if (!(await hasObject(key))) await copy(ref, file, key, now)
  return key
}

/** Returns a file that a customer sent or an agent created. Files of API clients stay at the URL of the client. */
async function findFile(ref: MediaRef, now: EpochMs) {
  const { messageId: id, index, ...conversation } = ref
  const { data } = await MessageEntity.get({ ...conversation, id }).go()
  const file = data && isLive(data, now) ? data.media?.[index] : undefined
  if (file?.key !== undefined) return { ref, file: { ...file, id: undefined, key: file.key } }
  return file?.id === undefined ? undefined : { ref, file: { ...file, id: file.id, key: undefined } }
}

/** Returns a file of a message that was moved to another conversation. */
async function findMoved(ref: MediaRef, now: EpochMs) {
  const { organizationId, conversationId, messageId } = ref
  const to = await currentPlace(organizationId, conversationId, messageId)
  return to === conversationId ? undefined : await findFile({ ...ref, conversationId: to }, now)
}

async function copy(
  { organizationId, conversationId, messageId }: MediaRef,
  file: InboundFile,
  key: string,
  now: EpochMs,
): Promise<void> {
  const conversation = await findConversation(organizationId, conversationId)
  if (!conversation) throw notFound('file', 'URL')
  const number = await getKnownNumber(organizationId, conversation.phoneNumberId)
  const signal = AbortSignal.timeout(COPY_MILLISECONDS)
  const media = await channelOf(number).openMedia(number, file, now, signal)
  await copyToStorage(key, { ...media, contentType: file.mimeType }, signal)
  log('media.copied', { organizationId, conversationId, messageId, bytes: media.size })
}

/** The number of latest messages that are searched for an image. */
const MESSAGES_READ = 50

/** Returns the stable URL of the last image among the latest messages of the customer, or `''` if there is none. */
export async function lastImageUrl(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  now: EpochMs,
): Promise<string> {
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .go({ order: 'desc', limit: MESSAGES_READ, consistent: true })
  const ref = lastImageOf(data)
  return ref ? mediaUrl(ref, await capabilityKey(MEDIA_CAPABILITY, now)) : ''
}

/** Returns the last image that the customer sent among messages, newest first. */
export function lastImageOf(messages: readonly MessageItem[]): MediaRef | undefined {
  for (const { direction, media = [], organizationId, conversationId, id } of messages) {
    const index = direction === 'inbound' ? media.findLastIndex(({ mimeType }) => mimeType.startsWith('image/')) : -1
    if (index >= 0) return { organizationId, conversationId, messageId: id, index }
  }
  return undefined
}

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
  // A file that was sent before can be sent again.
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
    media: [{ key, mimeType, filename: printableFileName(name) }],
    replyTo: replyTo === undefined ? undefined : await findReference(chat, 'replyTo', replyTo),
  }
  const link = await signedUrl(key, name)
  const message = { id: messageId, role: 'human', author: authorOf(caller), content, link } as const
  const opened = await openMessage(chat, message, clock)
  if ('sent' in opened) return await viewSent(caller, opened.sent, clock())
  if (uploaded) {
    // An erasure of the customer finds only the file of a message, so it has its place before the message is stored.
    await copyObject(unsent, key)
    await deleteObjects([unsent])
  }
  return await viewSent(caller, await dispatchOpened(opened, clock), clock())
}
