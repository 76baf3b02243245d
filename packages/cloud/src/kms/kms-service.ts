import { randomBytes, randomUUID } from 'node:crypto'
import { type JsonCall, jsonCall, type Service } from '../front-door/call.ts'
import { jsonErrors } from '../front-door/error-shapes.ts'
import type { ConditionContext } from '../iam/condition.ts'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { denials } from '../iam/roles.ts'
import { isObject, numberOf, textOf } from '../json.ts'
import type { Environment, Json, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type EncryptionContext, type KeyRing, open, openKeyRing, seal, sealedWith } from './ciphertext.ts'

/** The maximum that KMS encrypts itself. */
const MAX_PLAINTEXT_BYTES = 4096

/** Finds a KMS key by key id, key ARN, alias name or alias ARN. @throws ServiceError if the key does not exist. */
type FindKey = (keyId: string) => Resource

/** A KMS action, from input and key to output. */
type Action = (input: JsonObject, key: Resource) => JsonObject

/** Builds KMS with symmetric keys. The key material is in `dataDir`; without it, no ciphertext can be decrypted. */
export function kmsService(options: {
  readonly resources: readonly Resource[]
  readonly environment: Environment
  readonly dataDir: string
}): Service {
  const { resources, environment, dataDir } = options
  const keyResources = resources.filter(({ type }) => type === 'AWS::KMS::Key')
  const forbidden = new Map(keyResources.map((key) => [key.arn, denials(key)]))
  const { keys, add } = openKeyRing(
    dataDir,
    keyResources.map(({ physicalId }) => physicalId),
  )
  const findKey = keyDirectory(resources, (keyId) => (keys.has(keyId) ? createdKey(keyId, environment) : undefined))
  const actions = createActions({ keys, findKey, environment })
  const create = (): Resource => {
    const keyId = randomUUID()
    add(keyId)
    return createdKey(keyId, environment)
  }

  const needOf = (call: JsonCall): AccessRequest => ({
    action: `kms:${call.action}`,
    resource: call.action === CREATE ? '*' : keyOf(call, findKey).arn,
    context: contextOf(encryptionContext(call.input), environment),
  })

  return {
    actions: [...Object.keys(actions), CREATE],
    refusals: {
      unknownClient: [400, 'UnrecognizedClientException'],
      denied: [400, 'AccessDeniedException'],
      failed: [500, 'KMSInternalException'],
      throttled: [400, 'ThrottlingException', 'You have exceeded the rate at which you may call KMS.'],
    },
    error: jsonErrors('com.amazonaws.kms', '1.1'),
    access(call) {
      const request = jsonCall(call)
      if (request.action !== CREATE && !Object.hasOwn(actions, request.action)) {
        throw new ServiceError(400, 'UnknownOperationException', `${request.action} is not supported`)
      }
      return { action: request.action, needs: [needOf(request)] }
    },
    async handle(call) {
      const request = jsonCall(call)
      const need = needOf(request)
      if (decide(forbidden.get(need.resource) ?? [], need) === 'explicit-deny') {
        const message = `User: ${call.principal.arn} is not authorized to perform: ${need.action} on resource: ${need.resource} with an explicit deny in a resource-based policy`
        throw new ServiceError(400, 'AccessDeniedException', message)
      }
      const output =
        request.action === CREATE
          ? actions.DescribeKey?.({}, create())
          : actions[request.action]?.(request.input, keyOf(request, findKey))
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(output) }
    },
  }
}

/** The only action that names no key. */
const CREATE = 'CreateKey'

/** A key that a call created. No policy of the template limits it. */
const createdKey = (keyId: string, { region, accountId }: Environment): Resource => ({
  stack: '',
  logicalId: '',
  type: 'AWS::KMS::Key',
  physicalId: keyId,
  arn: `arn:aws:kms:${region}:${accountId}:key/${keyId}`,
  properties: {},
})

/** Returns the values of the condition keys of KMS policies. */
function contextOf(pairs: EncryptionContext, { accountId }: Environment): ConditionContext {
  return new Map<string, readonly string[]>([
    ['kms:calleraccount', [accountId]],
    ['kms:encryptioncontextkeys', [...pairs.keys()]],
    ...[...pairs].map(([key, value]) => [`kms:encryptioncontext:${key.toLowerCase()}`, [value]] as const),
  ])
}

/** Returns the key of a call. A ciphertext contains its key's id; all other calls name the key. */
function keyOf({ action, input }: JsonCall, findKey: FindKey): Resource {
  if (action !== 'Decrypt') return findKey(requiredText(input, 'KeyId'))
  const keyId = sealedWith(Buffer.from(requiredText(input, 'CiphertextBlob'), 'base64'))
  if (keyId === undefined) throw new ServiceError(400, 'InvalidCiphertextException', '')
  return findKey(keyId)
}

function createActions(options: {
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
      if (named !== undefined && findKey(named).arn !== key.arn) {
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

/** `created` returns the key with an id that the template does not have. */
function keyDirectory(resources: readonly Resource[], created: (keyId: string) => Resource | undefined): FindKey {
  const keys = resources.filter(({ type }) => type === 'AWS::KMS::Key')
  const aliases = new Map(
    resources
      .filter(({ type }) => type === 'AWS::KMS::Alias')
      .map(({ physicalId, properties }) => [physicalId, textOf(properties.TargetKeyId)]),
  )
  return (keyId) => {
    const alias = /alias\/.*$/.exec(keyId)?.[0]
    const target = alias === undefined ? keyId : aliases.get(alias)
    const known = keys.find(({ physicalId, arn }) => target === physicalId || target === arn)
    const key = known ?? created(target?.replace(/^arn:.*:key\//, '') ?? '')
    if (!key) throw new ServiceError(400, 'NotFoundException', `Key '${keyId}' does not exist`)
    return key
  }
}

/** Reads the encryption context. @throws ServiceError unless all values are strings. */
function encryptionContext(input: JsonObject): EncryptionContext {
  const given: Json = input.EncryptionContext ?? {}
  if (!isObject(given)) throw invalid('EncryptionContext must be a map')
  const pairs = Object.entries(given).map(([key, value]) => {
    if (typeof value !== 'string') throw invalid(`EncryptionContext.${key} must be a string`)
    return [key, value] as const
  })
  return new Map(pairs)
}

function requiredText(input: JsonObject, name: string): string {
  const value = textOf(input[name])
  if (!value) throw invalid(`1 validation error detected: Value at '${name}' failed to satisfy constraint`)
  return value
}

function plaintext(input: JsonObject): Buffer {
  const bytes = Buffer.from(requiredText(input, 'Plaintext'), 'base64')
  if (bytes.length > MAX_PLAINTEXT_BYTES) throw invalid(`Plaintext must be at most ${MAX_PLAINTEXT_BYTES} bytes`)
  return bytes
}

/** Returns the size of a data key, from its kind or number of bytes. */
function dataKeyBytes(input: JsonObject): number {
  const byKind = { AES_128: 16, AES_256: 32 }[textOf(input.KeySpec) ?? '']
  const bytes = byKind ?? numberOf(input.NumberOfBytes)
  if (bytes === undefined || bytes < 1 || bytes > 1024) {
    throw invalid('Please specify either number of bytes or key spec.')
  }
  return bytes
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, 'ValidationException', message)
}
