import type { Environment, JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Call, Reply, Service } from './call.ts'
import { sqsErrors } from './error-shapes.ts'
import type { Forward } from './forward.ts'
import { jsonCall } from './json-call.ts'
import { sqsAccess } from './sqs-access.ts'
import type { SqsExtension } from './sqs-extensions.ts'

/** Calls whose answers carry queue URLs. */
const NAMES_URLS = new Set(['CreateQueue', 'GetQueueUrl', 'ListQueues'])

/** SQS, answered by the engine; the actions that it lacks are answered by `extensions`, by name. */
export function sqsService(options: {
  readonly environment: Environment
  readonly endpointUrl: string
  readonly forward: Forward
  readonly extensions: Readonly<Record<string, SqsExtension>>
}): Service {
  const { environment, endpointUrl, forward, extensions } = options
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
      if (extension) return answerOf(extension(input))
      const reply = await forward(call)
      // The engine tells what went wrong inside of it in a shape of its own.
      if (reply.status >= 500) throw new ServiceError(500, 'InternalError', reply.body.toString())
      if (!NAMES_URLS.has(action)) return reply
      const body = reply.body.toString().replaceAll(/http:\/\/[^/"]+(?=\/\d{12}\/)/g, endpointUrl)
      return { ...reply, body }
    },
  }
}

function answerOf(output: JsonObject): Reply {
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(output) }
}
