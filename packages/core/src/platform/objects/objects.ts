import type { Readable } from 'node:stream'
import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { PresignedPost } from '@aws-sdk/s3-presigned-post'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'
import { InternalError } from '../errors.ts'
import { logError } from '../log/log.ts'
import { settings } from '../settings.ts'
import { s3 } from './s3.ts'

const URL_LIFETIME_SECONDS = 3600
const LONGEST_COPY_MILLISECONDS = 20_000
/** DeleteObjects accepts at most this many keys. */
const MAX_KEYS_PER_DELETE = 1000

/** Makes browsers save users' uploads instead of showing them as a page of the storage's domain. */
const ATTACHMENT = 'attachment'

/** Loads the S3 client on first use: most events of most functions need no object. */
export const loadS3 = () => import('./s3.ts')

/** Stores an object. A stream requires `size`, in bytes. `signal` replaces the time limit of the client. */
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
    signal && { abortSignal: signal, requestTimeout: 0 },
  )
}

/** Copies an object, within the time that API Gateway waits. */
export async function copyObject(from: string, to: string): Promise<void> {
  const { s3, CopyObjectCommand } = await loadS3()
  const Bucket = settings.BUCKET_NAME
  const command = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })
  await s3.send(command, { requestTimeout: LONGEST_COPY_MILLISECONDS })
}

export async function hasObject(key: string): Promise<boolean> {
  return (await contentTypeOf(key)) !== undefined
}

/** Returns undefined if it does not exist: S3 returns 403 then, as functions may not list the bucket. */
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

/** Returns a URL that downloads an object for an hour, or for `seconds`, as an attachment named `fileName`. */
export async function signedUrl(key: string, fileName?: string, seconds = URL_LIFETIME_SECONDS): Promise<string> {
  const { s3, GetObjectCommand, getSignedUrl } = await loadS3()
  const command = new GetObjectCommand({
    Bucket: settings.BUCKET_NAME,
    Key: key,
    ResponseContentDisposition:
      fileName === undefined
        ? ATTACHMENT
        : `${ATTACHMENT}; filename*=UTF-8''${encodeRfc5987(printableFileName(fileName))}`,
  })
  return await getSignedUrl(s3, command, { expiresIn: seconds })
}

/** `encodeURIComponent` does not encode some characters that RFC 5987 requires to be encoded. */
function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns a form that uploads one object of at most `maxBytes`, for `seconds`. */
export async function signedForm(
  key: string,
  contentType: string,
  maxBytes: number,
  seconds: number,
): Promise<PresignedPost> {
  const { s3, createPresignedPost } = await loadS3()
  return await createPresignedPost(s3, {
    Bucket: settings.BUCKET_NAME,
    Key: key,
    Fields: { 'Content-Type': contentType, 'Content-Disposition': ATTACHMENT },
    Conditions: [['content-length-range', 1, maxBytes]],
    Expires: seconds,
  })
}

/** Deletes objects that are no longer referenced. A failure is logged: its only effect is the storage cost. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += MAX_KEYS_PER_DELETE) {
    const { s3, DeleteObjectsCommand } = await loadS3()
    const Objects = keys.slice(start, start + MAX_KEYS_PER_DELETE).map((Key) => ({ Key }))
    const command = new DeleteObjectsCommand({ Bucket: settings.BUCKET_NAME, Delete: { Objects, Quiet: true } })
    await s3
      .send(command)
      .catch((error: unknown) => logError('objects.orphaned', error, { first: Objects[0]?.Key ?? '' }))
  }
}

/** Deletes objects with personal data. @throws Error if an object was not deleted */
export async function eraseObjects(keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += MAX_KEYS_PER_DELETE) {
    const { s3, DeleteObjectsCommand } = await loadS3()
    const Objects = keys.slice(start, start + MAX_KEYS_PER_DELETE).map((Key) => ({ Key }))
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: settings.BUCKET_NAME, Delete: { Objects, Quiet: true } }),
    )
    const [failed] = Errors
    if (failed) throw new InternalError(`${Errors.length} objects were not deleted: ${failed.Code}`)
  }
}

/** Lists the keys of the objects below a prefix. Functions may not list the bucket. */
export async function listObjects(prefix: string): Promise<string[]> {
  const keys: string[] = []
  const request = { Bucket: settings.BUCKET_NAME, Prefix: prefix }
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, request))
    for (const { Key } of Contents) if (Key !== undefined) keys.push(Key)
  return keys
}

/** First bytes of an image file; `undefined` matches any byte. */
const MAGIC = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
} as const

/** Returns the content type of a png, jpeg or webp file from its first bytes, or undefined. */
export function imageType(bytes: Uint8Array): string | undefined {
  return Object.entries(MAGIC).find(([, magic]) =>
    magic.every((byte, index) => byte === undefined || bytes[index] === byte),
  )?.[0]
}
