import { S3Client } from '@aws-sdk/client-s3'

export {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
export { createPresignedPost } from '@aws-sdk/s3-presigned-post'
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/**
 * Checksums only where S3 requires them, so that a stream is sent without buffering. The time limits are those of
 * `aws-client.ts`, with more time for an upload of up to 10 MB.
 */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  requestChecksumCalculation: 'WHEN_REQUIRED',
})
