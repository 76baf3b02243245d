import { LARGEST_FORM_FILE_BYTES, type NewDocument, uploadDocument } from '@messaging/contract/agents-files.ts'
import { call } from '../../api/call.ts'
import { postForm } from '../../api/post-form.ts'
import { contentTypeOf } from './document-words.ts'

const FAILED = 'The upload failed. Delete the document and try again.'

/**
 * Adds a file to an agent's documents. Sends files up to 4 MB in the request, and larger files directly to storage.
 * Calls `onProgress` with the sent share, 0 to 1, for files that go to storage.
 * @throws ApiError
 */
export async function sendDocument(
  agentId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<NewDocument> {
  const params = { id: agentId }
  if (file.size <= LARGEST_FORM_FILE_BYTES) {
    const body = new FormData()
    body.append('file', file)
    return await call(uploadDocument, { params, body })
  }
  const contentType = contentTypeOf(file.name) ?? file.type
  const document = await call(
    uploadDocument,
    { params, body: { name: file.name, size: file.size, contentType } },
    { idempotencyKey: crypto.randomUUID() },
  )
  if (document.upload) await postForm(document.upload, file, { message: FAILED, onProgress })
  return document
}
