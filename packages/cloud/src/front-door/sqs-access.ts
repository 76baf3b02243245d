import { textOf } from '../json.ts'
import type { Environment } from '../resource.ts'
import type { Access } from './call.ts'
import type { JsonCall } from './json-call.ts'

/** Actions on a queue whose permissions a message move task requires besides its own. */
const MOVE_TASK_NEEDS = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']

/** Returns the permissions that an SQS call requires. A batch requires that of the single action. */
export function sqsAccess({ action, input }: JsonCall, environment: Environment): Access {
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

export function queueArn(name: string, { region, accountId }: Environment): string {
  return `arn:aws:sqs:${region}:${accountId}:${name}`
}
