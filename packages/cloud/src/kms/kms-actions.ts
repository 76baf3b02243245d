import { randomBytes } from 'node:crypto'
import { textOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { open, seal } from './ciphertext.ts'
import type { FindKey } from './key-directory.ts'
import type { KeyRing } from './key-ring.ts'
import { dataKeyBytes, encryptionContext, plaintext, requiredText } from './kms-input.ts'

/** A KMS action, from input and key to output. */
export type Action = (input: JsonObject, key: Resource) => JsonObject

export function createActions(options: {
  readonly keys: KeyRing
  readonly findKey: FindKey
  readonly environment: Environment
}): Readonly<Record<string, Action>> {
  const { keys, findKey, environment } = options
  const sealFor = ({ physicalId }: Resource, bytes: Buffer, input: JsonObject): string => {
    const material = keys.get(physicalId)
    if (!material) throw new ServiceError(400, 'NotFoundException', `Key '${physicalId}' does not exist`)
    return seal(physicalId, material, bytes, encryptionContext(input)).toString('base64')
  }
  return {
    Encrypt: (input, key) => ({
      CiphertextBlob: sealFor(key, plaintext(input), input),
      KeyId: key.arn,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    }),
    Decrypt(input, key) {
      const named = textOf(input.KeyId)
      if (named !== undefined && findKey(named) !== key) {
        throw new ServiceError(
          400,
          'IncorrectKeyException',
          'The key ID in the request does not identify a CMK that can perform this operation.',
        )
      }
      const opened = open(keys, Buffer.from(requiredText(input, 'CiphertextBlob'), 'base64'), encryptionContext(input))
      if (!opened) throw new ServiceError(400, 'InvalidCiphertextException', '')
      return { Plaintext: opened.toString('base64'), KeyId: key.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
    },
    GenerateDataKey(input, key) {
      const dataKey = randomBytes(dataKeyBytes(input))
      return {
        CiphertextBlob: sealFor(key, dataKey, input),
        Plaintext: dataKey.toString('base64'),
        KeyId: key.arn,
      }
    },
    DescribeKey: (_, key) => ({
      KeyMetadata: {
        AWSAccountId: environment.accountId,
        KeyId: key.physicalId,
        Arn: key.arn,
        Description: textOf(key.properties.Description) ?? '',
        Enabled: true,
        KeyState: 'Enabled',
        KeyUsage: 'ENCRYPT_DECRYPT',
        KeyManager: 'CUSTOMER',
        KeySpec: 'SYMMETRIC_DEFAULT',
        Origin: 'AWS_KMS',
        EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
      },
    }),
  }
}
