import type { InboundFile } from '../../channel/port.ts'
import type { MediaRef } from './media-token.ts'

/** The key prefix of the files of messages: copies of customers' files, and files that were sent. */
export const MEDIA_PREFIX = 'media/'
/** The key prefix of files that were uploaded and not sent yet. A rule of the bucket deletes them after some days. */
export const UNSENT_PREFIX = `${MEDIA_PREFIX}unsent/`

/** Returns the bucket key of the copy of a customer's file. The file of a trial has it as its id. */
export function copyKey(
  { organizationId, conversationId, messageId, index }: MediaRef,
  { id }: Partial<Pick<InboundFile, 'id'>> = {},
): string {
  const folder = `${MEDIA_PREFIX}${organizationId}/${conversationId}/`
  return id?.startsWith(folder) ? id : `${folder}${messageId}/${index}`
}
