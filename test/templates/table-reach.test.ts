import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { functions, type Resource, statements, synthesizeTestStacks } from '../infra/stacks.ts'

const READS = ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan', 'dynamodb:BatchGetItem']
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']

/** Returns whether a statement allows one of `actions` on items of every organisation. */
function allowsAll({ Effect, Action, Condition }: Resource, actions: readonly string[]): boolean {
  const isLimited = JSON.stringify(Condition ?? {}).includes('dynamodb:LeadingKeys')
  return Effect === 'Allow' && !isLimited && [Action].flat().some((action) => actions.includes(action))
}

test('docs/security.md says about how many functions may read and write items of all organisations', () => {
  const all = Object.values(functions(synthesizeTestStacks()))
  const allowed = (actions: readonly string[]) =>
    all.filter((one) => statements(one).some((statement) => allowsAll(statement, actions))).length
  const documented =
    /of about (\d+) functions, about (\d+) may read items of all organisations, and about (\d+) may write them/
  const found = documented.exec(readFileSync('docs/security.md', 'utf8').replaceAll('\n', ' '))
  const counts = [all.length, allowed(READS), allowed(WRITES)]
  expect(found?.slice(1)).toHaveLength(counts.length)
  for (const [index, count] of counts.entries()) expect(Math.abs(Number(found?.[index + 1]) - count)).toBeLessThan(10)
})
