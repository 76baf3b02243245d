import { randomUUID } from 'node:crypto'
import type { CallAction } from '../engines/json-client.ts'
import { isObject, numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

interface MoveTask {
  readonly handle: string
  readonly source: Resource
  readonly destination: Resource
  readonly startedAt: number
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED'
  toMove: number
  moved: number
  failure: string | undefined
  done: Promise<void>
}

/** Moves messages out of dead-letter queues. Tasks are stored until the process ends. */
interface MoveTasks {
  /** Moves what is in `source` now. @returns its handle. @throws ServiceError if a task of this source is running. */
  start(source: Resource, destination: Resource): string
  /** Returns the latest tasks of a source, newest first, as `ListMessageMoveTasks` does. */
  list(sourceArn: string, limit: number): readonly JsonObject[]
  /** Cancels a task. @returns the number of moved messages. */
  cancel(handle: string): number
  /** Takes a snapshot of the tasks. Returns a function that removes those that were started later. */
  remember(): () => void
  stop(): Promise<void>
}

/** An SQS action that the engine lacks, from input to output. */
export type SqsExtension = (input: JsonObject) => JsonObject

/** The actions on dead-letter queues that the engine lacks, by name. `queues` are those of the template. */
export function sqsExtensions(
  call: CallAction,
  queues: readonly Resource[],
): { readonly actions: Readonly<Record<string, SqsExtension>> } & Pick<MoveTasks, 'remember' | 'stop'> {
  const tasks = createMoveTasks(call)
  const actions: Readonly<Record<string, SqsExtension>> = {
    ListDeadLetterSourceQueues(input) {
      const name = textOf(input.QueueUrl)?.split('/').at(-1)
      const deadLetters = queues.find(({ arn }) => arn.split(':').at(-1) === name)
      if (!deadLetters) throw new ServiceError(400, 'QueueDoesNotExist', 'The specified queue does not exist.')
      return { queueUrls: sourcesOf(deadLetters, queues).map(({ physicalId }) => physicalId) }
    },
    StartMessageMoveTask(input) {
      const source = queueAt(textOf(input.SourceArn), queues)
      return { TaskHandle: tasks.start(source, destinationOf(source, textOf(input.DestinationArn), queues)) }
    },
    ListMessageMoveTasks(input) {
      return { Results: tasks.list(queueAt(textOf(input.SourceArn), queues).arn, numberOf(input.MaxResults) ?? 1) }
    },
    CancelMessageMoveTask(input) {
      return { ApproximateNumberOfMessagesMoved: tasks.cancel(textOf(input.TaskHandle) ?? '') }
    },
  }
  return { actions, remember: tasks.remember, stop: tasks.stop }
}

function queueAt(arn: string | undefined, queues: readonly Resource[]): Resource {
  const queue = queues.find((candidate) => candidate.arn === arn)
  if (!queue) throw new ServiceError(404, 'ResourceNotFoundException', `There is no queue ${arn ?? ''}.`)
  return queue
}

function destinationOf(source: Resource, arn: string | undefined, queues: readonly Resource[]): Resource {
  const [origin, ...others] = sourcesOf(source, queues)
  if (!origin) {
    throw new ServiceError(400, 'InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.')
  }
  if (arn !== undefined) return queueAt(arn, queues)
  // The engine does not store which queue a dead letter came from.
  if (others.length > 0) {
    throw new ServiceError(400, 'UnsupportedOperation', 'Several queues share this one: name the DestinationArn.')
  }
  return origin
}

/** Returns the queues whose dead letters go to this one. */
function sourcesOf({ arn }: Resource, queues: readonly Resource[]): readonly Resource[] {
  return queues.filter(({ properties }) => objectAt(properties, 'RedrivePolicy').deadLetterTargetArn === arn)
}

function createMoveTasks(call: CallAction): MoveTasks {
  const tasks: MoveTask[] = []
  return {
    start(source, destination) {
      if (tasks.some((task) => task.source.arn === source.arn && task.status === 'RUNNING')) {
        throw new ServiceError(400, 'UnsupportedOperation', 'There is already a task running for this source queue.')
      }
      const task: MoveTask = {
        handle: Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn: source.arn })).toString('base64'),
        source,
        destination,
        startedAt: Date.now(),
        status: 'RUNNING',
        toMove: 0,
        moved: 0,
        failure: undefined,
        done: Promise.resolve(),
      }
      tasks.unshift(task)
      task.done = run(task, call)
      return task.handle
    },
    list: (sourceArn, limit) =>
      tasks
        .filter(({ source }) => source.arn === sourceArn)
        .slice(0, limit)
        .map(describe),
    cancel(handle) {
      const task = tasks.find((candidate) => candidate.handle === handle)
      if (!task) throw new ServiceError(404, 'ResourceNotFoundException', 'The task does not exist.')
      if (task.status === 'RUNNING') task.status = 'CANCELLING'
      return task.moved
    },
    remember() {
      const kept = [...tasks]
      return () => void tasks.splice(0, tasks.length, ...kept)
    },
    async stop() {
      for (const task of tasks) if (task.status === 'RUNNING') task.status = 'CANCELLING'
      await Promise.all(tasks.map(({ done }) => done))
    },
  }
}

async function run(task: MoveTask, call: CallAction): Promise<void> {
  try {
    const QueueUrl = task.source.physicalId
    const { Attributes } = await call('GetQueueAttributes', { QueueUrl, AttributeNames: ['All'] })
    task.toMove = isObject(Attributes) ? (numberOf(Attributes.ApproximateNumberOfMessages) ?? 0) : 0
    // A message that fails again and returns during the task is not moved twice.
    while (task.status === 'RUNNING' && task.moved < task.toMove) {
      const messages = await receive(call, QueueUrl, Math.min(10, task.toMove - task.moved))
      if (messages.length === 0) break
      for (const message of messages) {
        await call('SendMessage', copyOf(message, task.destination))
        await call('DeleteMessage', { QueueUrl, ReceiptHandle: message.ReceiptHandle ?? '' })
        task.moved += 1
      }
    }
    task.status = task.status === 'CANCELLING' ? 'CANCELLED' : 'COMPLETED'
  } catch (error) {
    task.status = 'FAILED'
    task.failure = error instanceof Error ? error.message : String(error)
  }
}

async function receive(call: CallAction, QueueUrl: string, limit: number): Promise<readonly JsonObject[]> {
  const { Messages } = await call('ReceiveMessage', {
    QueueUrl,
    MaxNumberOfMessages: limit,
    AttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  })
  return objectsOf(Messages)
}

/** A redriven message is new: it keeps only body, message attributes and group. */
function copyOf(message: JsonObject, destination: Resource): JsonObject {
  const group = textOf(objectAt(message, 'Attributes').MessageGroupId)
  return {
    QueueUrl: destination.physicalId,
    MessageBody: message.Body ?? '',
    MessageAttributes: objectAt(message, 'MessageAttributes'),
    ...(group && { MessageGroupId: group }),
    // With its old id the destination would discard the message as a duplicate.
    ...(destination.arn.endsWith('.fifo') && { MessageDeduplicationId: randomUUID() }),
  }
}

function describe(task: MoveTask): JsonObject {
  return {
    ...(task.status === 'RUNNING' && { TaskHandle: task.handle }),
    Status: task.status,
    SourceArn: task.source.arn,
    DestinationArn: task.destination.arn,
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    StartedTimestamp: task.startedAt,
    ...(task.failure && { FailureReason: task.failure }),
  }
}
