import { tmpdir } from 'node:os'
import { numberOf, objectAt, textOf } from '../json.ts'
import type { Credentials, Environment, Resource } from '../resource.ts'

/** The sources of a function's `process.env` besides its own variables. */
interface Surroundings {
  readonly environment: Environment
  readonly credentials: Credentials
  /** Endpoint of all AWS SDK clients of the function. */
  readonly endpointUrl: string
  /** Directory of the function's code. */
  readonly taskRoot: string
  readonly logStream: string
  /** Folder of compiled code. */
  readonly compileCache?: string
}

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
  /** Whether Lambda lets it continue a chain of its own invocations. */
  readonly allowsRecursion: boolean
  readonly logGroup: string
  readonly variables: Readonly<Record<string, string>>
}

/** Lambda's limit for the names and values of all variables. */
const MAX_ENVIRONMENT_BYTES = 4096

/**
 * `batchesAtOnce`: concurrent batches from its queues.
 * @throws Error without a handler, unless it runs Node.js, or for too large variables.
 */
export function functionConfiguration(resource: Resource, batchesAtOnce = 0): FunctionConfiguration {
  const { properties } = resource
  const name = textOf(properties.FunctionName) ?? resource.physicalId
  const handler = textOf(properties.Handler)
  if (!handler) throw new Error(`${resource.stack} ${resource.logicalId}: the function has no handler`)
  const runtime = textOf(properties.Runtime) ?? ''
  if (!runtime.startsWith('nodejs')) {
    throw new Error(`${resource.stack} ${resource.logicalId}: only Node.js functions are supported, not "${runtime}"`)
  }
  const variables = Object.fromEntries(
    Object.entries(objectAt(properties.Environment, 'Variables')).map(([key, value]) => [key, textOf(value) ?? '']),
  )
  const bytes = Buffer.byteLength(Object.entries(variables).flat().join(''))
  if (bytes > MAX_ENVIRONMENT_BYTES) {
    throw new Error(
      `${resource.stack} ${resource.logicalId}: the environment variables have ${bytes} bytes; Lambda accepts ${MAX_ENVIRONMENT_BYTES}`,
    )
  }
  const reservedConcurrency = numberOf(properties.ReservedConcurrentExecutions)
  return {
    name,
    arn: resource.arn,
    handler,
    memoryMegabytes: numberOf(properties.MemorySize) ?? 128,
    timeoutSeconds: numberOf(properties.Timeout) ?? 3,
    concurrency: reservedConcurrency ?? Math.max(DEFAULT_CONCURRENCY, batchesAtOnce),
    reservedConcurrency,
    allowsRecursion: textOf(properties.RecursiveLoop) === 'Allow',
    logGroup: textOf(objectAt(properties, 'LoggingConfig').LogGroup) ?? `/aws/lambda/${name}`,
    variables,
  }
}

/** Builds a worker's complete `process.env`. From the host it has only `PATH` and the folder of compiled code. */
export function functionEnvironment(fn: FunctionConfiguration, around: Surroundings): Record<string, string> {
  return {
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    PATH: process.env.PATH ?? '',
    // Not the host's home, because its AWS profile must not reach a function.
    HOME: tmpdir(),
    ...(around.compileCache && { NODE_COMPILE_CACHE: around.compileCache }),
    ...fn.variables,
    AWS_REGION: around.environment.region,
    AWS_DEFAULT_REGION: around.environment.region,
    AWS_ACCESS_KEY_ID: around.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: around.credentials.secretAccessKey,
    ...(around.credentials.sessionToken && { AWS_SESSION_TOKEN: around.credentials.sessionToken }),
    AWS_ENDPOINT_URL: around.endpointUrl,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMegabytes),
    AWS_LAMBDA_LOG_GROUP_NAME: fn.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: around.logStream,
    LAMBDA_TASK_ROOT: around.taskRoot,
    _HANDLER: fn.handler,
  }
}
