import { ServiceError } from '@messaging/core/platform/errors.ts'
import * as v from 'valibot'

/** Checks input against a schema of the contract; 400 with one detail for each field that was refused. */
export function check<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const details = result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
  const [first] = details
  throw new ServiceError(
    'validation_error',
    `Invalid request${first ? `: ${first.path ? `${first.path}: ` : ''}${first.message}` : ''}`,
    details,
  )
}
