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

interface Conversation {
  readonly organizationId: string
  readonly conversationId: string
}

/** Returns the bucket keys of an uploaded file before it is sent, and of the copy that its message refers to. */
export function uploadKeys({ uploadId, ...conversation }: Conversation & { readonly uploadId: string }) {
  const { organizationId, conversationId } = conversation
  return {
    unsent: `${UNSENT_PREFIX}${organizationId}/${conversationId}/${uploadId}`,
    sent: `${sentUploads(conversation)}${uploadId}`,
  }
}

/** Returns the upload of a file that a member has sent in a conversation, or null for another file. */
export function uploadIdOf(conversation: Conversation, key: string | undefined): string | null {
  const prefix = sentUploads(conversation)
  return key?.startsWith(prefix) ? key.slice(prefix.length) : null
}

function sentUploads({ organizationId, conversationId }: Conversation): string {
  return `${MEDIA_PREFIX}${organizationId}/${conversationId}/uploads/`
}
