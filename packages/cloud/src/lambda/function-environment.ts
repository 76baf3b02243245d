import { tmpdir } from 'node:os'
import type { Credentials, Environment } from '../resource.ts'
import type { FunctionConfiguration } from './function-configuration.ts'

/** What a function's `process.env` is made of besides its own variables. */
export interface Surroundings {
  readonly environment: Environment
  readonly credentials: Credentials
  /** Where every AWS SDK client of the function sends its calls. */
  readonly endpointUrl: string
  /** Directory of the function's code. */
  readonly taskRoot: string
  readonly logStream: string
  /** Folder of compiled code. */
  readonly compileCache?: string
}

/** The whole `process.env` of one worker: nothing of the host's environment but `PATH` and where compiled code is kept. */
export function functionEnvironment(fn: FunctionConfiguration, around: Surroundings): Record<string, string> {
  return {
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    PATH: process.env.PATH ?? '',
    // Not the host's home: its AWS profile must not reach a function.
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
