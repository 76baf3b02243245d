import { Readable } from 'node:stream'
import { settings } from '../settings.ts'
import { loadS3 } from './objects.ts'

/** The metadata of an object. `etag` changes with its bytes. */
interface ObjectStat {
  readonly etag: string
  readonly contentType: string
}

interface StoredObject extends ObjectStat {
  /** Undefined if the object is larger than the requested limit. */
  readonly bytes: Uint8Array | undefined
}

/** Returns an object's ETag and type, or undefined if it does not exist. */
export async function statObject(key: string): Promise<ObjectStat | undefined> {
  return await undefinedIfMissing(async ({ s3, HeadObjectCommand }) => {
    const { ETag = '', ContentType = '' } = await s3.send(
      new HeadObjectCommand({ Bucket: settings.BUCKET_NAME, Key: key }),
    )
    return { etag: ETag, contentType: ContentType }
  })
}

/** Returns an object, or undefined if it does not exist. `bytes` is undefined if there are more than `maxBytes`. */
export async function findObject(key: string, maxBytes: number): Promise<StoredObject | undefined> {
  return await undefinedIfMissing(async ({ s3, GetObjectCommand }) => {
    const command = new GetObjectCommand({ Bucket: settings.BUCKET_NAME, Key: key })
    const { ETag: etag = '', ContentType: contentType = '', ContentLength = 0, Body } = await s3.send(command)
    if (ContentLength <= maxBytes) return { etag, contentType, bytes: await Body?.transformToByteArray() }
    if (Body instanceof Readable) Body.destroy()
    return { etag, contentType, bytes: undefined }
  })
}

/** S3 returns 403 for a missing object, because the functions may not list the bucket. */
async function undefinedIfMissing<Found>(
  find: (sdk: Awaited<ReturnType<typeof loadS3>>) => Promise<Found>,
): Promise<Found | undefined> {
  const sdk = await loadS3()
  try {
    return await find(sdk)
  } catch (error) {
    const status = error instanceof sdk.S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === 403 || status === 404) return undefined
    throw error
  }
}

/** Returns the first bytes of an object and its whole size, or undefined if it does not exist. */
export async function readStart(
  key: string,
  count: number,
): Promise<{ readonly bytes: Uint8Array; readonly size: number } | undefined> {
  return await undefinedIfMissing(async ({ s3, GetObjectCommand }) => {
    const {
      Body,
      ContentRange,
      ContentLength = 0,
    } = await s3.send(new GetObjectCommand({ Bucket: settings.BUCKET_NAME, Key: key, Range: `bytes=0-${count - 1}` }))
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
    return { bytes, size: ContentRange ? Number(ContentRange.split('/')[1]) : ContentLength }
  })
}
