import { Readable } from 'node:stream'
import { settings } from '../settings.ts'
import { loadS3 } from './objects.ts'

/** What S3 says of an object without reading it. `etag` changes with its bytes. */
export interface ObjectStat {
  readonly etag: string
  readonly contentType: string
}

export interface StoredObject extends ObjectStat {
  /** Undefined when there are more than asked for. */
  readonly bytes: Uint8Array | undefined
}

/** An object's ETag and type; undefined when it is not there. */
export async function statObject(key: string): Promise<ObjectStat | undefined> {
  return await ifThere(async ({ s3, HeadObjectCommand }) => {
    const { ETag = '', ContentType = '' } = await s3.send(
      new HeadObjectCommand({ Bucket: settings.BUCKET_NAME, Key: key }),
    )
    return { etag: ETag, contentType: ContentType }
  })
}

/** An object with its bytes, at most `mostBytes` of them; undefined when it is not there. */
export async function findObject(key: string, mostBytes: number): Promise<StoredObject | undefined> {
  return await ifThere(async ({ s3, GetObjectCommand }) => {
    const command = new GetObjectCommand({ Bucket: settings.BUCKET_NAME, Key: key })
    const { ETag: etag = '', ContentType: contentType = '', ContentLength = 0, Body } = await s3.send(command)
    if (ContentLength <= mostBytes) return { etag, contentType, bytes: await Body?.transformToByteArray() }
    if (Body instanceof Readable) Body.destroy()
    return { etag, contentType, bytes: undefined }
  })
}

/** Without the right to list a bucket, S3 answers 403 for what is not there. */
async function ifThere<Found>(
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
