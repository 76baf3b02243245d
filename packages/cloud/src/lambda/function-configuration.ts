import { numberOf, objectAt, textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

/** Concurrent workers of a function that reserves no concurrency and serves no queue that asks for more. */
const DEFAULT_CONCURRENCY = 10

/** What an `AWS::Lambda::Function` says about how it runs, AWS's defaults filled in. */
export interface FunctionConfiguration {
  readonly name: string
  readonly arn: string
  /** `<file without extension>.<exported name>`. */
  readonly handler: string
  readonly memoryMegabytes: number
  readonly timeoutSeconds: number
  /** Workers at most. */
  readonly concurrency: number
  /** Executions that are the function's own; further ones are throttled. */
  readonly reservedConcurrency: number | undefined
  readonly logGroup: string
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Reads an `AWS::Lambda::Function`. `batchesAtOnce` are those that a queue may hand to it.
 * @throws Error when it names no handler, or runs on something else than Node.js.
 */
export function functionConfiguration(resource: Resource, batchesAtOnce = 0): FunctionConfiguration {
  const { properties } = resource
  const name = textOf(properties.FunctionName) ?? resource.physicalId
  const handler = textOf(properties.Handler)
  if (!handler) throw new Error(`${resource.stack} ${resource.logicalId}: the function names no handler`)
  const runtime = textOf(properties.Runtime) ?? ''
  if (!runtime.startsWith('nodejs')) {
    throw new Error(`${resource.stack} ${resource.logicalId}: only Node.js functions are hosted, not "${runtime}"`)
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
