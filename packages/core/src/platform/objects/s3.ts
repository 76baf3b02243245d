import { S3Client } from '@aws-sdk/client-s3'

export {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
export { createPresignedPost } from '@aws-sdk/s3-presigned-post'
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/** Checksums only where S3 requires them, so that a stream is sent without buffering. */
export const s3 = new S3Client({ maxAttempts: 3, requestChecksumCalculation: 'WHEN_REQUIRED' })
