import { mediaLimit } from '@messaging/contract/media-types.ts'
import { invalidField } from '../../platform/errors.ts'
import { MEDIA_PREFIX } from './media-prefix.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Returns the size limit of a type. @throws ServiceError 400 if the provider does not accept the type or the size */
export function requireAccepted(mimeType: string, size: number): number {
  const limit = mediaLimit(mimeType)
  if (!limit) throw invalidField('mimeType', 'is not accepted by the messaging provider')
  const { kind, maxBytes } = limit
  const most = maxBytes < MEGABYTE ? `${maxBytes / KILOBYTE} KB` : `${maxBytes / MEGABYTE} MB`
  if (size > maxBytes) throw invalidField('size', `must be at most ${most} for files of the kind ${kind}`)
  return maxBytes
}

/** Returns the bucket key of an uploaded file. */
export function uploadKey(organizationId: string, conversationId: string, uploadId: string): string {
  return `${MEDIA_PREFIX}${organizationId}/${conversationId}/uploads/${uploadId}`
}
