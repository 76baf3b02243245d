import { isList, isObject, listOf, objectAt, objectsOf, parseObject, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

export type Filter = (record: unknown) => boolean

/**
 * Compiles the `FilterCriteria` of an event source mapping. A record passes if a pattern matches, or if there are no
 * patterns.
 * @throws Error for an unknown operator; SyntaxError for a pattern that is not a JSON object.
 */
export function compileFilter(criteria: Json | undefined): Filter {
  const patterns = objectsOf(objectAt({ criteria: criteria ?? null }, 'criteria').Filters).map((filter) =>
    compilePattern(parseObject(textOf(filter.Pattern) ?? '')),
  )
  return (record) => patterns.length === 0 || patterns.some((matches) => matches(record))
}

/** Compiles a pattern of EventBridge or of an event source mapping. @throws Error for an unknown operator. */
export function compilePattern(pattern: JsonObject): Filter {
  const members = Object.entries(pattern).map(([name, rule]) => {
    if (name === '$or') {
      const alternatives = objectsOf(rule).map(compilePattern)
      return (holder: unknown) => alternatives.some((matches) => matches(holder))
    }
    const matches = compileMember(name, rule)
    return (holder: unknown) => matches(isObject(holder) ? holder[name] : undefined)
  })
  return (holder) => members.every((matches) => matches(holder))
}

function compileMember(name: string, rule: Json): Filter {
  if (isObject(rule)) return compilePattern(rule)
  if (!isList(rule)) throw new Error(`filter pattern: "${name}" must be an object or a list`)
  const rules = rule.map(compileRule)
  return (value) => {
    const values: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value]
    return rules.some((matches) => values.some(matches))
  }
}

/** Compiles one entry of a pattern's list: a value for equality, or an operator. */
function compileRule(rule: Json): Filter {
  if (!isObject(rule)) return (value) => value === rule
  const [[operator, operand] = ['', null], ...more] = Object.entries(rule)
  const compile = OPERATORS.get(operator)
  if (!compile || more.length > 0) throw new Error(`filter pattern: operator ${JSON.stringify(rule)} is not supported`)
  return compile(operand)
}

const OPERATORS: ReadonlyMap<string, (operand: Json) => Filter> = new Map([
  // As on AWS, only a leaf exists: an object does not count.
  ['exists', (wanted) => (value) => (value !== undefined && !isObject(value)) === wanted],
  ['prefix', (start) => (value) => typeof value === 'string' && value.startsWith(textOf(start) ?? '')],
  ['suffix', (end) => (value) => typeof value === 'string' && value.endsWith(textOf(end) ?? '')],
  [
    'equals-ignore-case',
    (own) => (value) => typeof value === 'string' && value.toLowerCase() === textOf(own)?.toLowerCase(),
  ],
  ['anything-but', compileAnythingBut],
  ['numeric', compileNumeric],
])

function compileAnythingBut(operand: Json): Filter {
  const excluded = listOf(operand).map(compileRule)
  return (value) => value !== undefined && !excluded.some((matches) => matches(value))
}

/** Compiles `[">", 0, "<=", 5]`: a number for which all comparisons are true. */
function compileNumeric(operand: Json): Filter {
  const parts = listOf(operand)
  const comparisons = parts.flatMap((sign, i) => (i % 2 === 0 ? [{ sign, bound: Number(parts[i + 1]) }] : []))
  return (value) => typeof value === 'number' && comparisons.every(({ sign, bound }) => compares(value, sign, bound))
}

function compares(value: number, sign: Json, bound: number): boolean {
  if (sign === '=') return value === bound
  if (sign === '<') return value < bound
  if (sign === '<=') return value <= bound
  if (sign === '>') return value > bound
  return sign === '>=' && value >= bound
}
