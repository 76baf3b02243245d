import { isTrue, numberOf, objectAt, textOf, textsOf } from '../json.ts'
import { functionName } from '../lambda/lambda-service.ts'
import type { Resource } from '../resource.ts'
import { compileFilter, type Filter } from './filter.ts'

/** Concurrent batches of one queue, unless the mapping sets a limit. */
const DEFAULT_CONCURRENCY = 5
/** Concurrent invocations of one event poller in provisioned mode. */
const INVOCATIONS_A_POLLER = 10

/** The settings of both kinds of event source mapping. */
interface Mapping {
  readonly id: string
  readonly functionName: string
  readonly sourceArn: string
  readonly batchSize: number
  /** How long records for a batch are collected. */
  readonly windowMilliseconds: number
  readonly filter: Filter
  /** Whether the function reports the failed items. */
  readonly partialResponses: boolean
}

export interface QueueMapping extends Mapping {
  readonly kind: 'queue'
  readonly concurrency: number
}

export interface StreamMapping extends Mapping {
  readonly kind: 'stream'
  readonly table: string
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST'
  readonly bisect: boolean
  /** `Infinity` for no limit. */
  readonly maximumRetries: number
  /** `Infinity` for no limit. */
  readonly maximumAgeMilliseconds: number
  /** ARN of the queue or bucket for notices of discarded records. */
  readonly onFailureArn: string | undefined
}

/** @throws Error for a source that is neither a queue nor a table's stream, or for an unsupported setting. */
export function readMapping(resource: Resource): QueueMapping | StreamMapping {
  const { properties } = resource
  const sourceArn = textOf(properties.EventSourceArn) ?? ''
  const unsupported = (what: string) => new Error(`${resource.stack} ${resource.logicalId}: ${what} is not supported`)
  if (numberOf(properties.TumblingWindowInSeconds)) throw unsupported('a tumbling window')
  const common = {
    id: resource.physicalId,
    functionName: textOf(properties.FunctionName) ?? '',
    sourceArn,
    windowMilliseconds: (numberOf(properties.MaximumBatchingWindowInSeconds) ?? 0) * 1000,
    filter: compileFilter(properties.FilterCriteria),
    partialResponses: textsOf(properties.FunctionResponseTypes).includes('ReportBatchItemFailures'),
  }
  const service = sourceArn.split(':')[2]
  if (service === 'sqs') {
    return {
      ...common,
      kind: 'queue',
      batchSize: numberOf(properties.BatchSize) ?? 10,
      concurrency: concurrencyOf(properties),
    }
  }
  const table = /:table\/([^/]+)/.exec(sourceArn)?.[1]
  const startingPosition = textOf(properties.StartingPosition)
  if (service !== 'dynamodb' || !table) throw unsupported(`the source "${sourceArn}"`)
  if (startingPosition !== 'TRIM_HORIZON' && startingPosition !== 'LATEST')
    throw unsupported(`position ${startingPosition}`)
  return {
    ...common,
    kind: 'stream',
    table,
    startingPosition,
    batchSize: numberOf(properties.BatchSize) ?? 100,
    bisect: isTrue(properties.BisectBatchOnFunctionError),
    maximumRetries: limit(numberOf(properties.MaximumRetryAttempts)),
    maximumAgeMilliseconds: limit(numberOf(properties.MaximumRecordAgeInSeconds)) * 1000,
    onFailureArn: textOf(objectAt(objectAt(properties, 'DestinationConfig'), 'OnFailure').Destination),
  }
}

/** Absent and -1 mean no limit. */
function limit(value: number | undefined): number {
  return value === undefined || value < 0 ? Number.POSITIVE_INFINITY : value
}

/** Returns the function of a mapping, which names it by name, ARN or qualified ARN. */
export function targetOf(mapping: Resource, resources: readonly Resource[]): Resource | undefined {
  const target = textOf(mapping.properties.FunctionName) ?? ''
  return resources.find(
    ({ type, arn, physicalId }) =>
      type === 'AWS::Lambda::Function' && (target === physicalId || target === arn || target.startsWith(`${arn}:`)),
  )
}

/** Returns whether a mapping is enabled, which is the default. */
export function isEnabled({ properties }: Resource): boolean {
  return properties.Enabled === undefined || isTrue(properties.Enabled)
}

/** Returns how many concurrent batches the queues among `mappings` can send to a function. */
export function batchesAtOnce(mappings: readonly Resource[], functionArn: string): number {
  const names = [functionArn, functionName(functionArn)]
  return mappings
    .map(readMapping)
    .reduce(
      (sum, mapping) =>
        mapping.kind === 'queue' && names.includes(mapping.functionName) ? sum + mapping.concurrency : sum,
      0,
    )
}

/** Returns the concurrent invocations of a queue's mapping: its maximum, or those of its pollers. */
function concurrencyOf(properties: Resource['properties']): number {
  const pollers = numberOf(objectAt(properties, 'ProvisionedPollerConfig').MaximumPollers)
  if (pollers !== undefined) return pollers * INVOCATIONS_A_POLLER
  return numberOf(objectAt(properties, 'ScalingConfig').MaximumConcurrency) ?? DEFAULT_CONCURRENCY
}
