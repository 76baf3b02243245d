import * as v from 'valibot'
import { GraphError } from './graph-error.ts'

/** Parses a JSON body. @throws GraphError 100 if it is not JSON */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw Object.assign(new GraphError({ code: 100, message: 'Invalid JSON' }), { cause })
  }
}

/** Validates the input. @throws GraphError for the first issue */
export function check<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  throw errorOf(result.issues[0])
}

/** 100: parts required in every message, unknown keys, too long text. 131008: other missing parts. Otherwise 131009. */
function errorOf(issue: v.BaseIssue<unknown>): GraphError {
  const path = v.getDotPath(issue) ?? ''
  const missing = issue.input === undefined
  if (path === '') return new GraphError({ code: 100, details: issue.message })
  if (issue.expected === 'never') return new GraphError({ code: 100, message: `Unexpected key "${path}"` })
  if (issue.type === 'max_length' && path === 'text.body')
    return new GraphError({ code: 100, message: "Param text['body'] must be at most 4096 characters long." })
  if (path === 'messaging_product' || path === 'type')
    return new GraphError({
      code: 100,
      message: missing ? `The parameter ${path} is required.` : `Param ${path} must be one of ${issue.expected}`,
    })
  if (missing) return new GraphError({ code: 131008, details: `Parameter '${path}' is mandatory` })
  return new GraphError({ code: 131009, details: `Parameter '${path}' is not valid: ${issue.message}` })
}
