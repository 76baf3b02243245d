import type { Readable } from 'node:stream'
import type { PresignedPost } from '@aws-sdk/s3-presigned-post'
import { logError } from '../log/log.ts'
import { settings } from '../settings.ts'

const READABLE_SECONDS = 3600
/** DeleteObjects takes at most this many. */
const DELETED_AT_ONCE = 1000

/** A browser saves what users uploaded, and never shows it as a page of the storage's domain. */
const ATTACHMENT = 'attachment'

/** The client, loaded on first use: most events of most functions need no object. */
export const loadS3 = () => import('./s3.ts')

/** Stores an object. A stream must say how many bytes it has. */
export async function putObject(
  key: string,
  bytes: Uint8Array | Readable,
  contentType: string,
  size?: number,
  signal?: AbortSignal,
): Promise<void> {
  const { s3, PutObjectCommand } = await loadS3()
  await s3.send(
    new PutObjectCommand({
      Bucket: settings.BUCKET_NAME,
      Key: key,
      Body: bytes,
      ContentType: contentType,
      ContentDisposition: ATTACHMENT,
      ...(size !== undefined && { ContentLength: size }),
    }),
    signal && { abortSignal: signal },
  )
}

/** Whether an object is there. */
export async function hasObject(key: string): Promise<boolean> {
  return (await contentTypeOf(key)) !== undefined
}

/** The type of an object; undefined when it is not there. Without the right to list a bucket, S3 answers 403 for that. */
export async function contentTypeOf(key: string): Promise<string | undefined> {
  const { s3, HeadObjectCommand, S3ServiceException } = await loadS3()
  try {
    const { ContentType = '' } = await s3.send(new HeadObjectCommand({ Bucket: settings.BUCKET_NAME, Key: key }))
    return ContentType
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === 403 || status === 404) return undefined
    throw error
  }
}

/** A URL that reads an object for an hour or for `seconds`, as an attachment called `fileName`. */
export async function signedUrl(key: string, fileName?: string, seconds = READABLE_SECONDS): Promise<string> {
  const { s3, GetObjectCommand, getSignedUrl } = await loadS3()
  const command = new GetObjectCommand({
    Bucket: settings.BUCKET_NAME,
    Key: key,
    ResponseContentDisposition:
      fileName === undefined ? ATTACHMENT : `${ATTACHMENT}; filename*=UTF-8''${encodeRfc5987(fileName)}`,
  })
  return await getSignedUrl(s3, command, { expiresIn: seconds })
}

/** `encodeURIComponent` leaves some characters that RFC 5987 does not. */
function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A form that uploads one object of at most `largestBytes`, for `seconds`. */
export async function signedForm(
  key: string,
  contentType: string,
  largestBytes: number,
  seconds: number,
): Promise<PresignedPost> {
  const { s3, createPresignedPost } = await loadS3()
  return await createPresignedPost(s3, {
    Bucket: settings.BUCKET_NAME,
    Key: key,
    Fields: { 'Content-Type': contentType, 'Content-Disposition': ATTACHMENT },
    Conditions: [['content-length-range', 1, largestBytes]],
    Expires: seconds,
  })
}

/** Deletes objects that nothing points at any more. A failure is logged: it leaves storage to pay for, nothing else. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
    const { s3, DeleteObjectsCommand } = await loadS3()
    const Objects = keys.slice(start, start + DELETED_AT_ONCE).map((Key) => ({ Key }))
    const command = new DeleteObjectsCommand({ Bucket: settings.BUCKET_NAME, Delete: { Objects, Quiet: true } })
    await s3
      .send(command)
      .catch((error: unknown) => logError('objects.orphaned', error, { first: Objects[0]?.Key ?? '' }))
  }
}
