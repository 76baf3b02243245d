import { randomUUID } from 'node:crypto'
import type { CallAction } from '../engines/json-client.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { StoredSchedule } from './schedule-store.ts'
import type { TargetRoles } from './target-role.ts'

/** The result of an attempt to invoke a target. */
export type Attempt =
  | { readonly kind: 'invoked' }
  | { readonly kind: 'failed'; readonly reason: string; readonly mayRetry: boolean }

export interface Targets {
  readonly roles: TargetRoles
  readonly environment: Environment
  readonly callSqs: CallAction
  readonly invoke: LambdaService['invoke']
}

/** Sends a schedule's input to its target with its role's permissions. Does not wait for a function. */
export async function invokeTarget(schedule: StoredSchedule, arn: string, targets: Targets): Promise<Attempt> {
  const { Target } = schedule.definition
  const input = inputOf(schedule, arn, targets.environment)
  const isQueue = Target.Arn.startsWith('arn:aws:sqs:')
  const action = isQueue ? 'sqs:SendMessage' : 'lambda:InvokeFunction'
  const refusal = targets.roles.refusal(Target.RoleArn, action, Target.Arn)
  if (refusal) return { kind: 'failed', reason: refusal, mayRetry: false }
  if (isQueue) return send(Target.Arn, input, Target.SqsParameters?.MessageGroupId, targets.callSqs)
  // An asynchronous invocation: the function's result does not concern the Scheduler.
  void targets.invoke(Target.Arn, parsed(input)).catch(() => undefined)
  return { kind: 'invoked' }
}

/** Sends an undeliverable input to the schedule's dead-letter queue, if it has one. */
export async function sendToDeadLetters(
  schedule: StoredSchedule,
  arn: string,
  reason: string,
  targets: Targets,
): Promise<Attempt> {
  const { Target } = schedule.definition
  const queue = Target.DeadLetterConfig?.Arn
  if (queue === undefined) return { kind: 'failed', reason: 'there is no dead-letter queue', mayRetry: false }
  const refusal = targets.roles.refusal(Target.RoleArn, 'sqs:SendMessage', queue)
  if (refusal) return { kind: 'failed', reason: refusal, mayRetry: false }
  const text = (StringValue: string) => ({ DataType: 'String', StringValue })
  return send(queue, inputOf(schedule, arn, targets.environment), undefined, targets.callSqs, {
    ERROR_CODE: text('TargetInvocationFailed'),
    ERROR_MESSAGE: text(reason),
    SCHEDULE_ARN: text(arn),
    TARGET_ARN: text(Target.Arn),
  })
}

async function send(
  queueArn: string,
  MessageBody: string,
  group: string | undefined,
  callSqs: CallAction,
  MessageAttributes: Readonly<Record<string, { DataType: string; StringValue: string }>> = {},
): Promise<Attempt> {
  const QueueUrl = `http://127.0.0.1/000000000000/${queueArn.split(':').at(-1)}`
  try {
    await callSqs('SendMessage', { QueueUrl, MessageBody, MessageAttributes, ...(group && { MessageGroupId: group }) })
    return { kind: 'invoked' }
  } catch (error) {
    const mayRetry = !(error instanceof ServiceError) || error.status >= 500
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), mayRetry }
  }
}

/** Returns the input with its context attributes; without an input, an event that describes the invocation. */
function inputOf({ definition, occurrence, attempts }: StoredSchedule, arn: string, environment: Environment): string {
  const time = new Date(occurrence ?? 0).toISOString().replace('.000Z', 'Z')
  const { Input } = definition.Target
  if (Input === undefined) {
    return JSON.stringify({
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: environment.accountId,
      time,
      region: environment.region,
      resources: [arn],
      detail: '{}',
    })
  }
  return Input.replaceAll('<aws.scheduler.schedule-arn>', arn)
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', randomUUID())
    .replaceAll('<aws.scheduler.attempt-number>', String(attempts + 1))
}

/** Parses the event of a function: JSON, or otherwise a string. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
