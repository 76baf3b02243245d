import type { BaseIssue } from 'valibot'

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a text; write it in quotes',
  number: 'must be a number',
  integer: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  record: 'must be an object',
}

/** Returns what is wrong with a field of a file, in plain words. Messages of the schema stay. */
export function issueText({ type, message, expected, requirement }: BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  if (type === 'min_length') return 'must not be empty'
  if (type === 'min_value') return `must be at least ${String(requirement)}`
  if (type === 'max_value') return `must be at most ${String(requirement)}`
  if (expected === '(string | Array)') return 'must be a text or a list of texts'
  const choices = expected?.match(/"[^"]*"/g) ?? []
  if (choices.length > 0)
    return `must be ${choices.map((choice) => choice.slice(1, -1)).join(', ')}`.replace(/, ([^,]+)$/, ' or $1')
  if (expected === 'Object') return 'must be an object'
  return TYPES[type] ?? 'is invalid'
}
