import { isObject, textsOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

const compiled = new Map<string, RegExp>()
const parsed = new WeakMap<JsonObject, readonly Test[]>()

/** Values of a request's condition keys, by lower-case key. A missing key has no value in the request. */
export type ConditionContext = ReadonlyMap<string, readonly string[]>

type Comparison = (wanted: string, given: string) => boolean

const COMPARISONS: Readonly<Record<string, { readonly matches: Comparison; readonly negated?: true }>> = {
  StringEquals: { matches: (wanted, given) => wanted === given },
  StringNotEquals: { matches: (wanted, given) => wanted === given, negated: true },
  StringEqualsIgnoreCase: { matches: (wanted, given) => wanted.toLowerCase() === given.toLowerCase() },
  StringNotEqualsIgnoreCase: {
    matches: (wanted, given) => wanted.toLowerCase() === given.toLowerCase(),
    negated: true,
  },
  StringLike: { matches: matchesWildcard },
  StringNotLike: { matches: matchesWildcard, negated: true },
  ArnEquals: { matches: matchesArn },
  ArnLike: { matches: matchesArn },
  ArnNotEquals: { matches: matchesArn, negated: true },
  ArnNotLike: { matches: matchesArn, negated: true },
  Bool: { matches: (wanted, given) => wanted.toLowerCase() === given.toLowerCase() },
}

/** One line of a `Condition` block: operator, key and the policy's values. */
interface Test {
  readonly set: 'all' | 'any' | undefined
  readonly ifExists: boolean
  readonly base: string
  readonly key: string
  readonly values: readonly string[]
}

/** Returns whether a `Condition` block is true. @throws Error for an unknown operator: a policy is never guessed. */
export function holds(condition: JsonObject | undefined, context: ConditionContext): boolean {
  return testsOf(condition).every((test) => testHolds(test, context.get(test.key)))
}

/** Returns the condition keys of a `Condition` block in lower case. */
export function conditionKeys(condition: JsonObject | undefined): readonly string[] {
  return testsOf(condition).map((test) => test.key)
}

function testsOf(condition: JsonObject | undefined): readonly Test[] {
  if (condition === undefined) return []
  const tests =
    parsed.get(condition) ?? Object.entries(condition).flatMap(([operator, keys]) => testsOfOperator(operator, keys))
  parsed.set(condition, tests)
  return tests
}

function testsOfOperator(operator: string, keys: Json): readonly Test[] {
  const match = /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(operator)
  const base = match?.[2] ?? operator
  if (!isObject(keys) || (base !== 'Null' && !Object.hasOwn(COMPARISONS, base))) {
    throw new Error(`The condition operator ${operator} is not supported`)
  }
  return Object.entries(keys).map(([key, values]) => ({
    set: match?.[1] === 'ForAllValues' ? 'all' : match?.[1] === 'ForAnyValue' ? 'any' : undefined,
    ifExists: match?.[3] !== undefined,
    base,
    key: key.toLowerCase(),
    values: textsOf(values),
  }))
}

function testHolds({ set, ifExists, base, values }: Test, given: readonly string[] | undefined): boolean {
  if (base === 'Null') return values.includes(given === undefined ? 'true' : 'false')
  const comparison = COMPARISONS[base]
  if (!comparison) return false
  const fits = (value: string) =>
    values.some((wanted) => comparison.matches(wanted, value)) !== Boolean(comparison.negated)
  if (given === undefined || given.length === 0) {
    if (set === 'any') return false
    return set === 'all' || ifExists || Boolean(comparison.negated)
  }
  return set === 'any' ? given.some(fits) : given.every(fits)
}

/** Returns whether `text` matches a pattern: `*` matches any characters, `?` exactly one. */
export function matchesWildcard(pattern: string, text: string, flags: 's' | 'si' = 's'): boolean {
  const key = `${flags}:${pattern}`
  const known = compiled.get(key)
  if (known) return known.test(text)
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${source}$`, flags)
  compiled.set(key, expression)
  return expression.test(text)
}

/** Returns whether an ARN matches a pattern part by part: a `*` never extends over the first five colons. */
export function matchesArn(pattern: string, arn: string): boolean {
  const wanted = arnParts(pattern)
  const given = arnParts(arn)
  return wanted.length === given.length && wanted.every((part, index) => matchesWildcard(part, given[index] ?? ''))
}

function arnParts(arn: string): readonly string[] {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), parts.slice(5).join(':')]
}
