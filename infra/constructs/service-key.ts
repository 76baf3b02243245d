import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './service-function.ts'

/** The `purpose` in the encryption context of a secret. */
type SecretPurpose = 'agent-secret' | 'model' | 'provider-app' | 'provider-token' | 'webhook-signing'

/** The service's KMS key: a new one, or that of `keyArn`. It encrypts each secret field. Secrets cannot be decrypted without it. */
export class ServiceKey extends Construct {
  readonly key: IKey
  /** The key, if it is in this template, so that statements can be added to its policy. */
  readonly ownKey: Key | undefined

  constructor(
    scope: Construct,
    id: string,
    { multiRegion, keyArn }: { readonly multiRegion: boolean; readonly keyArn?: string | undefined },
  ) {
    super(scope, id)
    if (keyArn) {
      this.key = Key.fromKeyArn(this, 'Key', keyArn)
      return
    }
    this.ownKey = new Key(this, 'Key', {
      description: 'Encrypts the secrets of the messaging service',
      enableKeyRotation: true,
      // CloudFormation rejects a change of an existing key, whatever its policies. It never replaces the key.
      ...(multiRegion && { multiRegion }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.key = this.ownKey
  }

  /** Allows `reader` to decrypt secrets of one purpose, and sets its `KEY_ARN`. */
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

  /** Allows `writer` to encrypt secrets of one purpose, and sets its `KEY_ARN`. */
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

  /** Allows `user` to read and write data that `service` (such as `dynamodb`) encrypts with this key, only through that service. */
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
