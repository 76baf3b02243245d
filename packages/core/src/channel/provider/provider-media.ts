import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { readErrorBody } from './provider-error.ts'
import { openProviderFile, requestProvider } from './provider-request.ts'

/** A customer's file as the provider sends it. */
export interface ProviderMedia {
  readonly bytes: Readable
  /** In bytes. */
  readonly size: number
}

const Description = v.object({
  url: v.pipe(v.string(), v.url()),
  file_size: v.fallback(v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), undefined),
})

/** What the provider says of an id that is no more, or never was. */
const UNKNOWN_OBJECT = 100

/**
 * Opens a customer's file, whose bytes can be read until `signal` aborts. Ids are good for days, the URLs behind them for five
 * minutes.
 * @throws ServiceError 404 for a file that the provider has no more; 502 when it does not answer as it should
 */
export async function openProviderMedia(
  id: string,
  token: string,
  now: number,
  signal: AbortSignal,
): Promise<ProviderMedia> {
  const answer = await requestProvider({ method: 'GET', path: `/${encodeURIComponent(id)}`, token }, now)
  if (answer.kind !== 'answered') throw unavailable(answer.cause)
  if (readErrorBody(answer.body)?.providerCode === UNKNOWN_OBJECT) throw notFound('file')
  const description = v.safeParse(Description, answer.body)
  if (!description.success) throw unavailable(`status ${answer.status}`)
  const file = await openProviderFile(description.output.url, token, now, signal).catch((cause: unknown) => {
    throw unavailable('the download failed', cause)
  })
  const size = Number(file.bytes.headers['content-length'] ?? description.output.file_size)
  if (file.status === 200 && Number.isSafeInteger(size)) return { bytes: file.bytes, size }
  file.bytes.destroy()
  throw file.status === 404 ? notFound('file') : unavailable(`status ${file.status}`)
}

function unavailable(reason: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'upstream_error',
    `The messaging provider did not hand the file over (${reason}).`,
    undefined,
    {
      cause,
    },
  )
}
