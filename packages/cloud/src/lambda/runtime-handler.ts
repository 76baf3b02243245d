import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface InvocationContext {
  readonly functionName: string
  readonly functionVersion: string
  readonly invokedFunctionArn: string
  readonly memoryLimitInMB: string
  readonly awsRequestId: string
  readonly logGroupName: string
  readonly logStreamName: string
  getRemainingTimeInMillis(): number
}

export type Handler = (event: unknown, context: InvocationContext) => unknown

/** An error while loading a handler. The name is Lambda's error type. */
class RuntimeError extends Error {
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = `Runtime.${name}`
  }
}

function fileOf(taskRoot: string, modulePath: string): string {
  const found = ['.mjs', '.js', '.cjs']
    .map((extension) => join(taskRoot, modulePath + extension))
    .find((file) => existsSync(file))
  if (!found) throw new RuntimeError('ImportModuleError', `Error: Cannot find module '${modulePath}'`)
  return found
}

async function load(file: string): Promise<object> {
  try {
    const namespace: object = await import(pathToFileURL(file).href)
    return namespace
  } catch (cause) {
    const name = cause instanceof SyntaxError ? 'UserCodeSyntaxError' : 'ImportModuleError'
    if (cause instanceof SyntaxError || (cause instanceof Error && 'code' in cause)) {
      throw new RuntimeError(name, String(cause), { cause })
    }
    throw cause
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

/**
 * Imports `<path>/<module>.<exported name>` of a function's code.
 * @throws RuntimeError `Runtime.ImportModuleError`, `Runtime.UserCodeSyntaxError`, `Runtime.HandlerNotFound`,
 * `Runtime.CallbackHandlerDeprecated`; or the error that the module threw during the import.
 */
export async function loadHandler(taskRoot: string, handler: string): Promise<Handler> {
  const [moduleName = '', ...path] = basename(handler).split('.')
  const module = await load(fileOf(taskRoot, join(dirname(handler), moduleName)))
  const exported = path.reduce<unknown>(member, module) ?? path.reduce<unknown>(member, member(module, 'default'))
  if (!isHandler(exported)) throw new RuntimeError('HandlerNotFound', `${handler} is undefined or not exported`)
  if (exported.length > 2) {
    throw new RuntimeError('CallbackHandlerDeprecated', `${handler} takes a callback, which Node.js 24 does not have`)
  }
  return exported
}
