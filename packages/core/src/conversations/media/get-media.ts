import { channelOf } from '../../channel/channels.ts'
import { getNumberByProviderId } from '../../channel/numbers/find-number.ts'
import type { InboundFile } from '../../channel/port.ts'
import { isLive } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { COPY_MILLISECONDS, copyToStorage } from '../../platform/objects/copy-to-storage.ts'
import { hasObject, signedUrl } from '../../platform/objects/objects.ts'
import { capabilityKeys } from '../../platform/secrets/capability-keys.ts'
import { findConversation } from '../get-conversation.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { copyKey } from './copy-key.ts'
import { MEDIA_CAPABILITY, type MediaRef, readMediaToken } from './media-token.ts'

const URL_SECONDS = 300

/**
 * Returns a short-lived URL of the file of a token. The first read copies the file from the channel.
 * @throws ServiceError 404 for an invalid token or a file that the channel no longer has; 502
 */
export async function mediaLocation(token: string, now: number): Promise<string> {
  const keys = await capabilityKeys(MEDIA_CAPABILITY, now)
  const [ref] = keys.flatMap((key) => readMediaToken(token, key) ?? [])
  const file = ref && (await findFile(ref, now))
  if (!ref || !file) throw notFound('file', 'URL')
  if (file.key !== undefined) return await signedUrl(file.key, file.filename, URL_SECONDS)
  return await signedUrl(await storedKey(ref, file, now), file.filename, URL_SECONDS)
}

/**
 * Returns the bucket key of a customer's file. The first call copies the file from the channel.
 * @throws ServiceError 404 for a file that the channel no longer has; 502
 */
export async function storedKey(ref: MediaRef, file: InboundFile, now: number): Promise<string> {
  const key = copyKey(ref, file)
  if (!(await hasObject(key))) await copy(ref, file, key, now)
  return key
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
  file: InboundFile,
  key: string,
  now: number,
): Promise<void> {
  const conversation = await findConversation(organizationId, conversationId)
  if (!conversation) throw notFound('file', 'URL')
  const number = await getNumberByProviderId(organizationId, conversation.phoneNumberId)
  const signal = AbortSignal.timeout(COPY_MILLISECONDS)
  const media = await channelOf(number).openMedia(number, file, now, signal)
  await copyToStorage(key, { ...media, contentType: file.mimeType }, signal)
  log('media.copied', { organizationId, conversationId, messageId, bytes: media.size })
}
