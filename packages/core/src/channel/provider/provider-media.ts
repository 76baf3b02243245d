import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { readErrorBody } from './provider-error.ts'
import { openProviderFile, requestProvider } from './provider-request.ts'

export interface ProviderMedia {
  readonly bytes: Readable
  /** In bytes. */
  readonly size: number
}

const Description = v.object({
  url: v.pipe(v.string(), v.url()),
  file_size: v.fallback(v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), undefined),
})

/** The provider's code for an id that does not exist. */
const UNKNOWN_OBJECT = 100

/**
 * Opens a customer's file. Its bytes can be read until `signal` aborts. Ids are valid for days, their URLs for five
 * minutes.
 * @throws ServiceError 404 if the provider does not have the file any more; 502 if its response is missing or invalid
 */
export async function openProviderMedia(
  id: string,
  token: string,
  now: number,
  signal: AbortSignal,
): Promise<ProviderMedia> {
  const result = await requestProvider({ method: 'GET', path: `/${encodeURIComponent(id)}`, token }, now)
  if (result.kind !== 'response') throw unavailable(result.failure)
  if (readErrorBody(result.body)?.providerCode === UNKNOWN_OBJECT) throw notFound('file', 'URL')
  const description = v.safeParse(Description, result.body)
  if (!description.success) throw unavailable(`status ${result.status}`)
  const file = await openProviderFile(description.output.url, token, now, signal).catch((cause: unknown) => {
    throw unavailable('the download failed', cause)
  })
  const size = Number(file.bytes.headers['content-length'] ?? description.output.file_size)
  if (file.status === 200 && Number.isSafeInteger(size)) return { bytes: file.bytes, size }
  file.bytes.destroy()
  throw file.status === 404 ? notFound('file', 'URL') : unavailable(`status ${file.status}`)
}

function unavailable(reason: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'upstream_error',
    `The messaging provider did not return the file (${reason}). Try again.`,
    undefined,
    {
      cause,
    },
  )
}
