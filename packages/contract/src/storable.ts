import * as v from 'valibot'
import { stringifyExactJson } from './exact-json.ts'

const DEEPEST = 20
const LARGEST_KB = 64
const SMALLEST = 1e-130

/**
 * Rejects content that an item of the table cannot hold: it has at most 400 KB and 32 levels, and no lone surrogates, no
 * empty names and no numbers that DynamoDB or its client refuses. Content with other issues is not checked.
 */
/* @__NO_SIDE_EFFECTS__ */
export function storable<Content>() {
  return v.rawCheck<Content>(({ dataset, addIssue }) => {
    const found = dataset.typed && !dataset.issues && (findProblem(dataset.value) ?? sizeProblem(dataset.value))
    if (found) addIssue(found)
  })
}

interface Problem {
  readonly message: string
  readonly path?: [v.IssuePathItem, ...v.IssuePathItem[]]
}

/** The depth is checked first, so that deeply nested input cannot exhaust the stack. */
function findProblem(value: unknown, depth = 1): Problem | undefined {
  if (typeof value === 'string' && !value.isWellFormed()) return problem('must be well-formed Unicode')
  if (typeof value === 'bigint' || (typeof value === 'number' && !isStorable(value)))
    return problem(`must be 0 or have a size between ${SMALLEST} and ${Number.MAX_SAFE_INTEGER}`)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > DEEPEST) return problem(`must not be nested deeper than ${DEEPEST} levels`)
  for (const [key, inner] of Object.entries(value)) {
    if (key === '' || !key.isWellFormed()) return problem('must have field names of well-formed Unicode, none empty')
    const found = findProblem(inner, depth + 1)
    if (found)
      return {
        ...found,
        path: [{ type: 'unknown', origin: 'value', input: value, key, value: inner }, ...(found.path ?? [])],
      }
  }
  return undefined
}

function isStorable(value: number): boolean {
  return value === 0 || (Math.abs(value) >= SMALLEST && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
}

function sizeProblem(value: unknown): Problem | undefined {
  const { length } = new TextEncoder().encode(stringifyExactJson(value))
  return length > LARGEST_KB * 1024 ? problem(`must be at most ${LARGEST_KB} KB as JSON`) : undefined
}

function problem(message: string): Problem {
  return { message }
}
