import { tmpdir } from 'node:os'
import type { Credentials, Environment } from '../resource.ts'
import type { FunctionConfiguration } from './function-configuration.ts'

/** The sources of a function's `process.env` besides its own variables. */
export interface Surroundings {
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
