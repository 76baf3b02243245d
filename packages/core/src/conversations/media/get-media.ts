import { getNumberByProviderId } from '../../channel/numbers/find-number.ts'
import { accessTokenOf } from '../../channel/provider/access-token.ts'
import { mediaKind } from '../../channel/provider/compose-message.ts'
import { openProviderMedia } from '../../channel/provider/provider-media.ts'
import { isLive } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { COPY_MILLISECONDS, copyToStorage } from '../../platform/objects/copy-to-storage.ts'
import { hasObject, signedUrl } from '../../platform/objects/objects.ts'
import { capabilityKeys } from '../../platform/secrets/capability-keys.ts'
import { findConversation } from '../get-conversation.ts'
import { MessageEntity, type MessageItem } from '../messages/message-entity.ts'
import { MEDIA_PREFIX } from './media-prefix.ts'
import { MEDIA_CAPABILITY, type MediaRef, readMediaToken } from './media-token.ts'

const URL_SECONDS = 300

const MEGABYTE = 1024 * 1024
/** The provider's limits for files that customers send. */
const MAX_DOCUMENT_BYTES = 100 * MEGABYTE
const MAX_FILE_BYTES = 16 * MEGABYTE

type MediaFile = NonNullable<MessageItem['media']>[number]

/**
 * Returns a short-lived URL of the file of a token. The first read copies the file from the provider.
 * @throws ServiceError 404 for an invalid token or a file that the provider no longer has; 502
 */
export async function mediaLocation(token: string, now: number): Promise<string> {
  const keys = await capabilityKeys(MEDIA_CAPABILITY, now)
  const [ref] = keys.flatMap((key) => readMediaToken(token, key) ?? [])
  const file = ref && (await findFile(ref, now))
  if (!ref || !file) throw notFound('file', 'URL')
  if (file.key !== undefined) return await signedUrl(file.key, file.filename, URL_SECONDS)
  const { organizationId, conversationId, messageId, index } = ref
  const key = `${MEDIA_PREFIX}${organizationId}/${conversationId}/${messageId}/${index}`
  if (!(await hasObject(key))) await copy(ref, file, key, now)
  return await signedUrl(key, file.filename, URL_SECONDS)
}

/** Returns a file that a customer sent or an agent created. Files of API clients stay at the URL of the client. */
async function findFile({ messageId: id, index, ...conversation }: MediaRef, now: number) {
  const { data } = await MessageEntity.get({ ...conversation, id }).go()
  const file = data && isLive(data, now) ? data.media?.[index] : undefined
  if (file?.key !== undefined) return { ...file, id: undefined, key: file.key }
  return file?.id === undefined ? undefined : { ...file, id: file.id, key: undefined }
}

async function copy(
  { organizationId, conversationId, messageId }: MediaRef,
  { id, mimeType }: MediaFile & { readonly id: string },
  key: string,
  now: number,
): Promise<void> {
  const conversation = await findConversation(organizationId, conversationId)
  if (!conversation) throw notFound('file', 'URL')
  const number = await getNumberByProviderId(organizationId, conversation.phoneNumberId)
  const signal = AbortSignal.timeout(COPY_MILLISECONDS)
  const media = await openProviderMedia(id, await accessTokenOf(number), now, signal)
  const largest = mediaKind(mimeType) === 'document' ? MAX_DOCUMENT_BYTES : MAX_FILE_BYTES
  if (media.size > largest) {
    media.bytes.destroy()
    throw new ServiceError('upstream_error', `The file is larger than the limit of ${largest / MEGABYTE} MB.`)
  }
  await copyToStorage(key, { ...media, contentType: mimeType }, signal)
  log('media.copied', { organizationId, conversationId, messageId, bytes: media.size })
}
