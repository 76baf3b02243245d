import type { SqsEngine } from '../engines/fauxqs.ts'
import { textOf } from '../json.ts'
import type { Environment, JsonObject } from '../resource.ts'
import { type Access, type Call, type JsonCall, jsonCall, type Reply, type Service } from './call.ts'
import { sqsErrors } from './error-shapes.ts'
import type { SqsExtension } from './sqs-extensions.ts'

/** Actions on a queue whose permissions a message move task requires besides its own. */
const MOVE_TASK_NEEDS = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']

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

/** Returns the permissions that an SQS call requires. A batch requires that of the single action. */
function sqsAccess({ action, input }: JsonCall, environment: Environment): Access {
  const url = textOf(input.QueueUrl)
  const name = url?.split('/').at(-1) ?? textOf(input.QueueName) ?? '*'
  const resource = textOf(input.SourceArn) ?? queueArn(name, environment)
  if (action !== 'StartMessageMoveTask') {
    return { action, needs: [{ action: `sqs:${action.replace(/Batch$/, '')}`, resource }] }
  }
  const destination = textOf(input.DestinationArn)
  return {
    action,
    needs: [
      ...MOVE_TASK_NEEDS.map((need) => ({ action: `sqs:${need}`, resource })),
      ...(destination ? [{ action: 'sqs:SendMessage', resource: destination }] : []),
    ],
  }
}

function queueArn(name: string, { region, accountId }: Environment): string {
  return `arn:aws:sqs:${region}:${accountId}:${name}`
}
