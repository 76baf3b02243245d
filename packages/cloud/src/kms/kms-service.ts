import type { Service } from '../front-door/call.ts'
import { jsonErrors } from '../front-door/error-shapes.ts'
import { type JsonCall, jsonCall } from '../front-door/json-call.ts'
import type { ConditionContext } from '../iam/condition.ts'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { denials } from '../iam/roles.ts'
import type { Environment, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type EncryptionContext, sealedWith } from './ciphertext.ts'
import { type FindKey, keyDirectory } from './key-directory.ts'
import { openKeyRing } from './key-ring.ts'
import { createActions } from './kms-actions.ts'
import { encryptionContext, requiredText } from './kms-input.ts'

/** Builds KMS with symmetric keys. The key material is in `dataDir`; without it, no ciphertext can be decrypted. */
export function kmsService(options: {
  readonly resources: readonly Resource[]
  readonly environment: Environment
  readonly dataDir: string
}): Service {
  const { resources, environment, dataDir } = options
  const findKey = keyDirectory(resources)
  const keyResources = resources.filter(({ type }) => type === 'AWS::KMS::Key')
  const forbidden = new Map(keyResources.map((key) => [key.arn, denials(key)]))
  const keys = openKeyRing(
    dataDir,
    keyResources.map(({ physicalId }) => physicalId),
  )
  const actions = createActions({ keys, findKey, environment })

  const needOf = (call: JsonCall): AccessRequest => ({
    action: `kms:${call.action}`,
    resource: keyOf(call, findKey).arn,
    context: contextOf(encryptionContext(call.input), environment),
  })

  return {
    refusals: {
      unknownClient: [400, 'UnrecognizedClientException'],
      denied: [400, 'AccessDeniedException'],
      failed: [500, 'KMSInternalException'],
      throttled: [400, 'ThrottlingException', 'You have exceeded the rate at which you may call KMS.'],
    },
    error: jsonErrors('com.amazonaws.kms', '1.1'),
    access(call) {
      const request = jsonCall(call)
      if (!Object.hasOwn(actions, request.action)) {
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
      const output = actions[request.action]?.(request.input, keyOf(request, findKey))
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(output) }
    },
  }
}

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
