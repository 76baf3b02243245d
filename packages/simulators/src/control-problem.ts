import * as v from 'valibot'

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  integer: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  loose_object: 'must be an object',
  strict_object: 'must be an object',
  record: 'must be an object',
  tuple: 'must be a list',
  base64: 'must be base64',
  parse_json: 'must be JSON',
}

/** Returns what is wrong with a request that controls a simulator, a line for each problem, for people. */
export function controlProblem(error: unknown): string {
  if (!v.isValiError(error)) return error instanceof Error ? error.message : String(error)
  const lines = error.issues.map((issue) => {
    const path = v.getDotPath(issue)
    return path === null ? `the body ${issueText(issue)}` : `${path}: ${issueText(issue)}`
  })
  return [...new Set(lines)].join('\n')
}

function issueText({ type, message, expected, received, requirement }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  if (expected === 'never') return 'is an unknown field'
  if (received === 'undefined') return 'is required'
  if (type === 'min_value') return `must be at least ${String(requirement)}`
  if (type === 'max_value') return `must be at most ${String(requirement)}`
  if (expected === 'Object') return 'must be an object'
  const choices = expected?.match(/"[^"]*"|true|false/g) ?? []
  if (choices.length > 0) return `must be ${choices.join(' or ')}, not ${received}`
  return TYPES[type] ?? 'is invalid'
}
