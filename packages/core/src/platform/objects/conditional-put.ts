import { settings } from '../settings.ts'
import { loadS3 } from './objects.ts'

/**
 * Stores an object if its ETag is still `etag`, or if there is none without an `etag`. Returns false if it was changed
 * concurrently.
 */
export async function putObjectIf(
  key: string,
  bytes: Uint8Array,
  contentType: string,
  etag: string | undefined,
): Promise<boolean> {
  const { s3, PutObjectCommand, S3ServiceException } = await loadS3()
  const command = new PutObjectCommand({
    Bucket: settings.BUCKET_NAME,
    Key: key,
    Body: bytes,
    ContentType: contentType,
    ContentDisposition: 'attachment',
    ...(etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }),
  })
  try {
    await s3.send(command)
    return true
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    // 404: the object was deleted meanwhile; 409: another write of it is in progress.
    if (status === 404 || status === 409 || status === 412) return false
    throw error
  }
}
