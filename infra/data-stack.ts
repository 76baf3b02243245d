import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge, acknowledgeWildcard } from './constructs/acknowledge.ts'
import { BackupCopies, exportVaultName } from './constructs/backup-copies.ts'
import type { ServiceFunction } from './constructs/service-function.ts'
import { ServiceKey } from './constructs/service-key.ts'
import { ServiceTable } from './constructs/service-table.ts'
import { ServiceUsers } from './constructs/service-users.ts'
import { dashboardUrlOf, type Settings } from './settings.ts'

interface DataStackProps extends StackProps {
  readonly settings: Settings
}

/** Data that must not be lost. It is retained if the stack is deleted. The stack depends on no other stack. */
export class DataStack extends Stack {
  readonly key: ServiceKey
  readonly table: ServiceTable
  readonly bucket: ServiceBucket
  readonly users: ServiceUsers
  readonly backups: BackupCopies | undefined
  /** The key, if it also encrypts table and buckets. */
  readonly encryptionKey: ServiceKey | undefined

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, { description: 'Messaging service: data that must not be lost', ...props })
    const isLocal = settings.stage === 'local'
    this.terminationProtection = !isLocal
    this.key = new ServiceKey(this, 'Secrets', { multiRegion: settings.multiRegionKey, keyArn: settings.keyArn })
    this.encryptionKey = settings.customerManagedEncryption ? this.key : undefined
    this.table = new ServiceTable(this, 'Items', {
      deletionProtection: !isLocal,
      encryptionKey: this.encryptionKey,
      settings,
    })
    this.bucket = new ServiceBucket(this, 'Objects', {
      messageDays: settings.messageDays,
      fileVersionDays: settings.fileVersionDays,
      encryptionKey: this.encryptionKey,
    })
    const { backupCopyVaultArn: copyVaultArn, backupDays: days, backupsPaused: paused } = settings
    exportVaultName(this)
    this.backups = copyVaultArn
      ? new BackupCopies(this, 'Backups', {
          tableArn: this.table.table.tableArn,
          bucketArn: this.bucket.bucket.bucketArn,
          copyVaultArn,
          days,
          paused,
        })
      : undefined
    this.users = new ServiceUsers(this, 'Users', {
      deletionProtection: !isLocal,
      mailFrom: settings.mailFrom,
      dashboardUrl: dashboardUrlOf(settings),
      threatProtection: settings.threatProtection,
    })
    // Cognito rejects a sender that Amazon SES has not verified. The pool comes first, because a failed first deployment leaves the
    // table: it is protected against deletion.
    this.table.node.addDependency(this.users.pool)
    const { pool, client } = this.users
    new CfnOutput(this, 'TableName', { value: this.table.table.tableName })
    new CfnOutput(this, 'BucketName', { value: this.bucket.bucket.bucketName })
    new CfnOutput(this, 'KeyArn', { value: this.key.key.keyArn })
    new CfnOutput(this, 'MessageDays', { value: String(settings.messageDays) })
    new CfnOutput(this, 'DeliveryDays', { value: String(settings.deliveryDays) })
    // Tells operators' commands which stacks to expect.
    new CfnOutput(this, 'HasDashboard', { value: String(settings.dashboard) })
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId })
    new CfnOutput(this, 'UserPoolClientId', { value: client.userPoolClientId })
  }
}

/** The private bucket of documents, pictures, media and parked messages, each below its own prefix. Clients use signed URLs. */
class ServiceBucket extends Construct {
  readonly bucket: Bucket
  readonly #encryptionKey: ServiceKey | undefined

  constructor(
    scope: Construct,
    id: string,
    props: { readonly messageDays: number; readonly fileVersionDays: number; readonly encryptionKey?: ServiceKey },
  ) {
    super(scope, id)
    this.#encryptionKey = props.encryptionKey
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // Deleted and replaced files can be restored, like the items of the table.
      versioned: true,
      // Browsers upload with forms that the API signed. The signature protects the upload, so any origin is allowed.
      cors: [{ allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] }],
      lifecycleRules: [
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(props.fileVersionDays),
          expiredObjectDeleteMarker: true,
        },
        // Copies of customers' files and files from agents are kept as long as their messages.
        { prefix: 'media/', expiration: Duration.days(props.messageDays) },
        // Files that members uploaded and have not sent. If two rules match, S3 applies the earlier expiration.
        { prefix: 'media/unsent/', expiration: Duration.days(7) },
        // Files that the proxy stores for one redirect.
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
      'Data events of CloudTrail, which docs/security.md describes, record who reads and deletes objects, also with signed URLs.',
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
