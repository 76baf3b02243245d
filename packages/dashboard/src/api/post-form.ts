import { ApiError } from './api-error.ts'

/** A form that was signed for one upload. */
interface SignedForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Uploads a file with a signed form. Calls `onProgress` with the sent share, 0 to 1.
 * @throws ApiError with `message`, or the reason of `signal`
 */
export function postForm(
  { url, fields }: SignedForm,
  file: File,
  { message, onProgress, signal }: { message: string; onProgress: (share: number) => void; signal?: AbortSignal },
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    const fail = () => reject(new ApiError(message, { status: request.status, code: 'upload' }))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : fail()))
    request.addEventListener('error', fail)
    request.addEventListener('abort', () => reject(signal?.reason))
    signal?.addEventListener('abort', () => request.abort())
    request.open('POST', url)
    request.send(form)
  })
}
