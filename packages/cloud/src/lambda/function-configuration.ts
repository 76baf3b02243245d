import { numberOf, objectAt, textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

/** Concurrent workers of a function without reserved concurrency and without a queue that needs more. */
const DEFAULT_CONCURRENCY = 10

/** The configuration of an `AWS::Lambda::Function` with AWS's defaults. */
export interface FunctionConfiguration {
  readonly name: string
  readonly arn: string
  /** `<file without extension>.<exported name>`. */
  readonly handler: string
  readonly memoryMegabytes: number
  readonly timeoutSeconds: number
  /** Maximum number of workers. */
  readonly concurrency: number
  /** Reserved executions; further ones are throttled. */
  readonly reservedConcurrency: number | undefined
  readonly logGroup: string
  readonly variables: Readonly<Record<string, string>>
}

/** `batchesAtOnce`: concurrent batches from its queues. @throws Error without a handler, or unless it runs Node.js. */
export function functionConfiguration(resource: Resource, batchesAtOnce = 0): FunctionConfiguration {
  const { properties } = resource
  const name = textOf(properties.FunctionName) ?? resource.physicalId
  const handler = textOf(properties.Handler)
  if (!handler) throw new Error(`${resource.stack} ${resource.logicalId}: the function has no handler`)
  const runtime = textOf(properties.Runtime) ?? ''
  if (!runtime.startsWith('nodejs')) {
    throw new Error(`${resource.stack} ${resource.logicalId}: only Node.js functions are supported, not "${runtime}"`)
  }
  const variables = objectAt(properties.Environment, 'Variables')
  const reservedConcurrency = numberOf(properties.ReservedConcurrentExecutions)
  return {
    name,
    arn: resource.arn,
    handler,
    memoryMegabytes: numberOf(properties.MemorySize) ?? 128,
    timeoutSeconds: numberOf(properties.Timeout) ?? 3,
    concurrency: reservedConcurrency ?? Math.max(DEFAULT_CONCURRENCY, batchesAtOnce),
    reservedConcurrency,
    logGroup: textOf(objectAt(properties, 'LoggingConfig').LogGroup) ?? `/aws/lambda/${name}`,
    variables: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, textOf(value) ?? ''])),
  }
}
