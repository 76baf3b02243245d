import { parseObject } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Call } from './call.ts'

export interface JsonCall {
  readonly action: string
  readonly input: JsonObject
}

/** Parses a call. @throws ServiceError if the call has no target or its body is not a JSON object. */
export function jsonCall({ headers, body }: Call): JsonCall {
  const target = headers['x-amz-target']
  const action = typeof target === 'string' ? target.split('.').at(-1) : undefined
  if (!action) throw new ServiceError(400, 'UnknownOperationException', 'The request has no action')
  try {
    return { action, input: parseObject(body.toString()) }
  } catch {
    throw new ServiceError(400, 'SerializationException', 'The body must be a JSON object')
  }
}
