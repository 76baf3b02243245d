import type { CallAction } from '../engines/json-client.ts'
import { numberOf, objectAt, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { createMoveTasks, type MoveTasks } from './move-tasks.ts'

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
