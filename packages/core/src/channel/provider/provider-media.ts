import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { mediaKind } from '../fit-content.ts'
import type { InboundFile, OpenedMedia } from '../port.ts'
import { readErrorBody } from './provider-error.ts'
import { openProviderFile, requestProvider } from './provider-request.ts'

const MEGABYTE = 1024 * 1024
/** The provider's limits for files that customers send. */
const MAX_DOCUMENT_BYTES = 100 * MEGABYTE
const MAX_FILE_BYTES = 16 * MEGABYTE

const Description = v.object({
  url: v.pipe(v.string(), v.url()),
  file_size: v.fallback(v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), undefined),
})

/** The provider's code for an id that does not exist. */
const UNKNOWN_OBJECT = 100

/**
 * Opens a customer's file. Its bytes can be read until `signal` aborts. Ids are valid for days, their URLs for five
 * minutes.
 * @throws ServiceError 404 if the provider does not have the file any more; 502 if its response is missing or invalid, or
 * the file is too large
 */
export async function openProviderMedia(
  { id, mimeType }: InboundFile,
  token: string,
  now: EpochMs,
  signal: AbortSignal,
): Promise<OpenedMedia> {
  const result = await requestProvider({ method: 'GET', path: `/${encodeURIComponent(id)}`, token }, now)
  if (result.kind !== 'response') throw unavailable(result.failure)
  if (readErrorBody(result.body)?.providerCode === UNKNOWN_OBJECT) throw notFound('file', 'URL')
  const description = v.safeParse(Description, result.body)
  if (!description.success) throw unavailable(`status ${result.status}`)
  const file = await openProviderFile(description.output.url, token, now, signal).catch((cause: unknown) => {
    throw unavailable('the download failed', cause)
  })
  const size = Number(file.bytes.headers['content-length'] ?? description.output.file_size)
  const largest = mediaKind(mimeType) === 'document' ? MAX_DOCUMENT_BYTES : MAX_FILE_BYTES
  if (file.status === 200 && size <= largest && Number.isSafeInteger(size)) return { bytes: file.bytes, size }
  file.bytes.destroy()
  if (file.status === 200 && size > largest)
    throw new ServiceError('upstream_error', `The file is larger than the limit of ${largest / MEGABYTE} MB.`)
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
