import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { injectedBy } from './injected-by.ts'

const ALL = new Set(['assembly', 'unlimitedAssembly', 'dynamodb'])
const injected = (...paths: string[]) =>
  injectedBy(
    paths.map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))),
    ALL,
  )

test.each([
  ['a test of a service', 'test/api/accounts.test.ts', ['assembly', 'dynamodb', 'unlimitedAssembly']],
  ['a test of the embedded cloud', 'packages/cloud/src/ledger/ledger.test.ts', ['dynamodb']],
  ['a unit test', 'packages/core/src/deliveries/deliveries/verdict.test.ts', []],
])('finds what %s injects', (_, path, names) => {
  expect([...injected(path)].toSorted()).toEqual(names)
})

test('finds what several files inject', () => {
  const files = ['packages/cloud/src/ledger/ledger.test.ts', 'test/infra/grants.test.ts']
  expect(injected(...files)).toEqual(ALL)
})
