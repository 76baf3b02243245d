import { LARGEST_FORM_FILE_BYTES, type NewDocument, uploadDocument } from '@messaging/contract/agents-files.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { contentTypeOf } from './document-words.ts'

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
  if (document.upload) await sendToStorage(document.upload, file, onProgress)
  return document
}

function sendToStorage(
  { url, fields }: NonNullable<NewDocument['upload']>,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    const fail = () =>
      reject(
        new ApiError('The upload failed. Delete the document and try again.', {
          status: request.status,
          code: 'upload',
        }),
      )
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : fail()))
    request.addEventListener('error', fail)
    request.open('POST', url)
    request.send(form)
  })
}
