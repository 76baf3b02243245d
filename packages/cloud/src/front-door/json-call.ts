import { parseObject } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Call } from './call.ts'

/** Name and input of a call of the AWS JSON protocol. */
export interface JsonCall {
  readonly action: string
  readonly input: JsonObject
}

/** @throws ServiceError when the call has no target or its body is no JSON object. */
export function jsonCall({ headers, body }: Call): JsonCall {
  const target = headers['x-amz-target']
  const action = typeof target === 'string' ? target.split('.').at(-1) : undefined
  if (!action) throw new ServiceError(400, 'UnknownOperationException', 'The request names no action')
  try {
    return { action, input: parseObject(body.toString()) }
  } catch {
    throw new ServiceError(400, 'SerializationException', 'The body is no JSON object')
  }
}
