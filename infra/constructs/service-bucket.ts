import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'
import type { ServiceKey } from './service-key.ts'

/** The private bucket of documents, pictures, media and parked messages, each below its own prefix. Clients use signed URLs. */
export class ServiceBucket extends Construct {
  readonly bucket: Bucket
  readonly #encryptionKey: ServiceKey | undefined

  constructor(
    scope: Construct,
    id: string,
    props: { readonly messageDays: number; readonly encryptionKey?: ServiceKey },
  ) {
    super(scope, id)
    this.#encryptionKey = props.encryptionKey
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // Browsers upload with forms that the API signed. The signature protects the upload, so any origin is allowed.
      cors: [{ allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] }],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Copies of customers' files and files from agents are kept as long as their messages.
        { prefix: 'media/', expiration: Duration.days(props.messageDays) },
        // Files that the proxy stores for one redirect. If two rules match, S3 applies the earlier expiration.
        { prefix: 'media/proxy/', expiration: Duration.days(1) },
        // Parked messages are kept as long as their items in the table.
        { prefix: 'parked/', expiration: Duration.days(30) },
      ],
      ...(props.encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey: props.encryptionKey.key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
    })
    acknowledge(
      this.bucket,
      'AwsSolutions-S1',
      'Only functions and signed URLs access it. Access logs would double its cost.',
    )
  }

  /** Allows `user` to read, write or delete objects below `prefix` (`media/`), and sets its `BUCKET_NAME`. */
  grant(
    user: ServiceFunction,
    actions: readonly ('s3:GetObject' | 's3:PutObject' | 's3:DeleteObject')[],
    prefix: string,
  ): void {
    user.allow(
      { actions: [...actions], resources: [this.bucket.arnForObjects(`${prefix}*`)] },
      { BUCKET_NAME: this.bucket.bucketName },
    )
    acknowledgeWildcard(user, this.bucket, `/${prefix}*`, 'Each object has its own key below the prefix.')
    this.#encryptionKey?.grantUseVia(user, 's3')
  }
}
