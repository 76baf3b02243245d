import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { key } from './entity.ts'

test('composes a key of the attributes in its template, in their order and case', () => {
  expect(key('sk', '${listedAt}#${id}')).toEqual({
    field: 'sk',
    composite: ['listedAt', 'id'],
    template: '${listedAt}#${id}',
    casing: 'none',
  })
  expect(key('sk', 'number').composite).toEqual([])
})

/** Entities with one name that are parts of the same item. */
const SHARED = ['counter', 'providerSettings']

test('each entity has a name of its own, by which stored items are told apart', () => {
  const core = fileURLToPath(new URL('../..', import.meta.url))
  const names = globSync('**/*.ts', { cwd: core, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(`${core}/${file}`, 'utf8').matchAll(/service: 'messaging', entity: '(\w+)'/g)].map(
      ([, name]) => name,
    ),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, index) => names.indexOf(name) !== index).toSorted()).toEqual(SHARED)
})
