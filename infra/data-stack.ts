import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { ServiceBucket } from './constructs/service-bucket.ts'
import { ServiceKey } from './constructs/service-key.ts'
import { ServiceTable } from './constructs/service-table.ts'
import { ServiceUsers } from './constructs/service-users.ts'
import { dashboardUrlOf, type Settings } from './settings.ts'

export interface DataStackProps extends StackProps {
  readonly settings: Settings
}

/** Data that must not be lost. It is retained if the stack is deleted. The stack depends on no other stack. */
export class DataStack extends Stack {
  readonly key: ServiceKey
  readonly table: ServiceTable
  readonly bucket: ServiceBucket
  readonly users: ServiceUsers
  /** The key, if it also encrypts table and buckets. */
  readonly encryptionKey: ServiceKey | undefined

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, { description: 'Messaging service: data that must not be lost', ...props })
    const isLocal = settings.stage === 'local'
    this.terminationProtection = !isLocal
    this.key = new ServiceKey(this, 'Secrets')
    this.encryptionKey = settings.customerManagedEncryption ? this.key : undefined
    this.table = new ServiceTable(this, 'Items', {
      deletionProtection: !isLocal,
      encryptionKey: this.encryptionKey,
    })
    this.bucket = new ServiceBucket(this, 'Objects', {
      messageDays: settings.messageDays,
      encryptionKey: this.encryptionKey,
    })
    this.users = new ServiceUsers(this, 'Users', {
      deletionProtection: !isLocal,
      mailFrom: settings.mailFrom,
      dashboardUrl: dashboardUrlOf(settings),
    })
    const { pool, client } = this.users
    new CfnOutput(this, 'TableName', { value: this.table.table.tableName })
    new CfnOutput(this, 'BucketName', { value: this.bucket.bucket.bucketName })
    new CfnOutput(this, 'KeyArn', { value: this.key.key.keyArn })
    new CfnOutput(this, 'MessageDays', { value: String(settings.messageDays) })
    new CfnOutput(this, 'DeliveryDays', { value: String(settings.deliveryDays) })
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId })
    new CfnOutput(this, 'UserPoolClientId', { value: client.userPoolClientId })
  }
}
