import * as v from 'valibot'

/** Settings are invalid. The message has a line for each problem. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Returns what is wrong with a value whose schema has no text of its own. */
export function expectation(issue: v.BaseIssue<unknown>): string {
  const { type, expected, requirement } = issue
  if (type === 'boolean') return 'expected true or false'
  if (type === 'number' || type === 'integer' || type === 'nan') return 'expected a whole number'
  if (type === 'min_value') return `expected ${String(requirement)} or more`
  if (type === 'max_value') return `expected ${String(requirement)} or less`
  if (type === 'max_length') return `expected at most ${String(requirement)} characters or values`
  if (type === 'min_length' || type === 'non_empty') return 'expected at least one value'
  if (type === 'string') return 'expected a text'
  if (type === 'array') return 'expected a list'
  if (type === 'parse_json') return 'expected JSON'
  if (type === 'strict_object') return expected === 'never' ? 'is unknown' : 'is required'
  if (type === 'picklist' || type === 'enum')
    return `expected one of ${(expected ?? '').replace(/[()]/g, '').replaceAll(' | ', ', ')}`
  if (type === 'record' || type === 'loose_object' || type === 'union')
    return 'expected JSON in the form that docs/deploy.md shows'
  return 'has a form that is not expected'
}

const LONGEST_VALUE = 60

/** Returns a line for each problem of settings: the setting, what is expected, and what was given. */
export function problemLines(
  issues: readonly v.BaseIssue<unknown>[],
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  const lines = issues.map((issue) => {
    const [first] = issue.path ?? []
    const value = JSON.stringify(given[String(first?.key)]) ?? 'nothing'
    const shown = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
    return `  ${v.getDotPath(issue)}: ${issue.message}${issue.message.startsWith('expected') ? `, not ${shown}` : ''}`
  })
  return [...new Set(lines)]
}
