import { addAbortSignal, type Readable } from 'node:stream'
import { ServiceError } from '../errors.ts'
import { putObject } from './objects.ts'

/** The time limit for copying a file before the response. API Gateway waits 29 seconds. */
export const COPY_MILLISECONDS = 25_000

interface IncomingFile {
  readonly bytes: Readable
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}

/** Streams a file to storage. @throws ServiceError `upstream_error` if it is interrupted or `signal` aborts */
export async function copyToStorage(key: string, file: IncomingFile, signal: AbortSignal): Promise<void> {
  const bytes = addAbortSignal(signal, file.bytes)
  try {
    await putObject(key, bytes, file.contentType, file.size, signal)
  } catch (cause) {
    if (!signal.aborted && !bytes.errored) throw cause
    const message = signal.aborted
      ? 'The file could not be copied from the messaging provider in time. Try again.'
      : 'The messaging provider interrupted the file. Try again.'
    throw new ServiceError('upstream_error', message, undefined, { cause })
  } finally {
    bytes.destroy()
  }
}
