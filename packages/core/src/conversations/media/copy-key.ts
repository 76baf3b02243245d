import type { InboundFile } from '../../channel/port.ts'
import { MEDIA_PREFIX } from './media-prefix.ts'
import type { MediaRef } from './media-token.ts'

/** Returns the bucket key of the copy of a customer's file. The file of a trial has it as its id. */
export function copyKey(
  { organizationId, conversationId, messageId, index }: MediaRef,
  { id }: Partial<Pick<InboundFile, 'id'>> = {},
): string {
  const folder = `${MEDIA_PREFIX}${organizationId}/${conversationId}/`
  return id?.startsWith(folder) ? id : `${folder}${messageId}/${index}`
}
