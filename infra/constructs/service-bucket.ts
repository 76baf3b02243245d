import { MESSAGE_DAYS } from '@messaging/contract/message-values.ts'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'
import type { ServiceKey } from './service-key.ts'

/** The one bucket: documents, pictures, media and parked messages, each below a prefix of its own. Private; read through signed URLs only. */
export class ServiceBucket extends Construct {
  readonly bucket: Bucket
  readonly #encryptionKey: ServiceKey | undefined

  constructor(scope: Construct, id: string, props: { readonly encryptionKey?: ServiceKey }) {
    super(scope, id)
    this.#encryptionKey = props.encryptionKey
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // Browsers send forms that the API signed; whose page it is tells nothing, the signature does.
      cors: [{ allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] }],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Copies of customers' files and what agents made, as long as their messages.
        { prefix: 'media/', expiration: Duration.days(MESSAGE_DAYS) },
        // What the proxy kept for one redirect. Of two rules, S3 follows the one that expires earlier.
        { prefix: 'media/proxy/', expiration: Duration.days(1) },
        // What could not be taken, as long as the table keeps the rest of it.
        { prefix: 'parked/', expiration: Duration.days(30) },
      ],
      ...(props.encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey: props.encryptionKey.key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
    })
    acknowledge(
      this.bucket,
      'AwsSolutions-S1',
      'Functions and signed URLs alone reach it; a log of them would double its cost.',
    )
  }

  /** Lets `user` read, write or delete objects below `prefix` (`media/`), and tells it the bucket as `BUCKET_NAME`. */
  grant(
    user: ServiceFunction,
    actions: readonly ('s3:GetObject' | 's3:PutObject' | 's3:DeleteObject')[],
    prefix: string,
  ): void {
    user.allow(
      { actions: [...actions], resources: [this.bucket.arnForObjects(`${prefix}*`)] },
      { BUCKET_NAME: this.bucket.bucketName },
    )
    acknowledgeWildcard(user, this.bucket, `/${prefix}*`, 'Each object has a key of its own below the prefix.')
    this.#encryptionKey?.grantUseVia(user, 's3')
  }
}
