import { Key } from 'aws-cdk-lib/aws-kms'
import { RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './service-function.ts'

/** What a secret is for: the `purpose` in its encryption context. */
export type SecretPurpose = 'agent-secret' | 'model' | 'provider-app' | 'provider-token' | 'webhook-signing'

/** The one key of the service. Secrets are encrypted with it field by field; losing it is losing them. */
export class ServiceKey extends Construct {
  readonly key: Key

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      description: 'Encrypts the secrets of the messaging service',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
  }

  /** Lets `reader` decrypt the secrets of one purpose, and tells it the key as `KEY_ARN`. */
  grantDecrypt(reader: ServiceFunction, purpose: SecretPurpose): void {
    reader.allow(
      {
        actions: ['kms:Decrypt'],
        resources: [this.key.keyArn],
        conditions: { StringEquals: { 'kms:EncryptionContext:purpose': purpose } },
      },
      { KEY_ARN: this.key.keyArn },
    )
  }

  /** Lets `writer` encrypt secrets of one purpose, and tells it the key as `KEY_ARN`. */
  grantEncrypt(writer: ServiceFunction, purpose: SecretPurpose): void {
    writer.allow(
      {
        actions: ['kms:Encrypt'],
        resources: [this.key.keyArn],
        conditions: { StringEquals: { 'kms:EncryptionContext:purpose': purpose } },
      },
      { KEY_ARN: this.key.keyArn },
    )
  }

  /** Lets `user` read and write what `service` (such as `dynamodb`) encrypts with this key, through that service only. */
  grantUseVia(user: ServiceFunction, service: 'dynamodb' | 's3'): void {
    user.allow({
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: [this.key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `${service}.${Stack.of(this).region}.amazonaws.com` } },
    })
  }
}
