import type { SqsEngine } from '../engines/fauxqs.ts'
import type { Environment, JsonObject } from '../resource.ts'
import type { Call, Reply, Service } from './call.ts'
import { sqsErrors } from './error-shapes.ts'
import { jsonCall } from './json-call.ts'
import { sqsAccess } from './sqs-access.ts'
import type { SqsExtension } from './sqs-extensions.ts'

/** Calls whose responses contain queue URLs. */
const NAMES_URLS = new Set(['CreateQueue', 'GetQueueUrl', 'ListQueues'])

/** Builds SQS on the engine. `extensions` handle the actions that the engine lacks, by name. */
export function sqsService(options: {
  readonly environment: Environment
  readonly endpointUrl: string
  readonly engine: SqsEngine
  readonly extensions: Readonly<Record<string, SqsExtension>>
}): Service {
  const { environment, endpointUrl, engine, extensions } = options
  return {
    refusals: {
      unknownClient: [403, 'InvalidClientTokenId'],
      denied: [403, 'AccessDenied'],
      failed: [500, 'InternalError'],
      throttled: [403, 'RequestThrottled', 'Request is throttled.'],
    },
    error: sqsErrors(),
    access: (call) => sqsAccess(jsonCall(call), environment),
    async handle(call: Call) {
      const { action, input } = jsonCall(call)
      const extension = extensions[action]
      if (extension) return replyOf(extension(input))
      const { status, headers, output } = await engine(action, input, call.headers)
      const body = JSON.stringify(output)
      if (!NAMES_URLS.has(action)) return { status, headers, body }
      return { status, headers, body: body.replaceAll(/http:\/\/[^/"]+(?=\/\d{12}\/)/g, endpointUrl) }
    },
  }
}

function replyOf(output: JsonObject): Reply {
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(output) }
}
