import { existsSync, readFileSync } from 'node:fs'
import recheck from 'recheck/package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { collectExpressions, type Expression } from './collect-expressions.ts'
import { DYNAMIC, EXCEPTIONS } from './exceptions.ts'

// The checker's own JavaScript. Its other engines need Java or a program of the platform.
process.env.RECHECK_SYNC_BACKEND = 'pure'
const { checkSync } = await import('recheck')

const TIMEOUT_MS = 30_000
/** The expressions that the checker proved, below its version. Proving one takes up to nine seconds. */
const PROVED = new URL('proved.txt', import.meta.url)
const VERSION = `recheck ${recheck.version}`

const { expressions, dynamic } = collectExpressions()
const [version, ...listed] = existsSync(PROVED) ? readFileSync(PROVED, 'utf8').split('\n') : []
const proved = new Set(version === VERSION ? listed : [])
const checked = expressions.filter((each) => !(nameOf(each) in EXCEPTIONS))

function nameOf({ pattern, flags }: Expression): string {
  return `/${pattern}/${flags}`
}

/** Returns why an expression is not proved to take linear time, or undefined. */
function problemOf(expression: Expression): string | undefined {
  // The checker does not know `v`, whose additions do not matter for the time.
  const result = checkSync(expression.pattern, expression.flags.replace('v', 'u'), {
    timeout: TIMEOUT_MS,
  })
  if (result.status === 'safe') return undefined
  const why = result.status === 'vulnerable' ? result.complexity.summary : 'not checked'
  return `${expression.places.join(', ')}: ${nameOf(expression)} is ${result.status} (${why})`
}

test('each expression takes linear time', { timeout: 600_000 }, async () => {
  const added = checked.filter((each) => !proved.has(nameOf(each)))
  expect(added.flatMap((each) => problemOf(each) ?? [])).toEqual([])
  // `-u` writes it. Without `-u`, the list has no expression that is gone, and lacks none.
  const names = checked.map(nameOf).toSorted()
  await expect(`${[VERSION, ...names].join('\n')}\n`).toMatchFileSnapshot('proved.txt')
})

test('each exception is in use, and each built expression is known', () => {
  expect(expressions.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)))
  expect(dynamic.toSorted()).toEqual(Object.keys(DYNAMIC).toSorted())
})

test.each([
  ['a nested quantifier', '(a+)+$'],
  ['two quantifiers of the same characters', '^(#+)\\s+(.+?)\\s*#*$'],
  ['an end without a start', '_+$'],
])('the checker finds %s', (_, pattern) => {
  expect(problemOf({ pattern, flags: '', places: ['a.ts:1'] })).toContain('vulnerable')
})
