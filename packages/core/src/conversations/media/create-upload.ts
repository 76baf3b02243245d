import type { createUpload } from '@messaging/contract/dashboard/thread.ts'
import type * as v from 'valibot'
import { notFound } from '../../platform/errors.ts'
import { signedForm } from '../../platform/objects/objects.ts'
import { findConversation } from '../get-conversation.ts'
import { requireAccepted, uploadKey } from './uploaded-file.ts'

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
  const form = await signedForm(uploadKey(organizationId, conversationId, id), mimeType, maxBytes, FORM_SECONDS)
  return { id, ...form }
}
