import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RESOURCE_KINDS } from './assembly/resource-kinds.ts'
import { startGround } from './testing/shared-ground.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** Returns the rows of the README's section: the name and the words in backticks of the last column. */
function rowsOf(title: string): Record<string, readonly string[]> {
  const [, section = ''] = README.split(`\n## ${title}\n`)
  const [table = ''] = section.split('\n## ')
  const rows = table.matchAll(/^\| `([\w:-]+)` .*\| ([^|]*) \|$/gm)
  return Object.fromEntries(
    Array.from(rows, ([, name = '', words = '']) => [
      name,
      [...words.matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
    ]),
  )
}

test('the README lists the services with the actions of each own implementation', async () => {
  await using ground = await startGround({})
  const actions = Object.entries(ground.services).map(([name, service]) => [name, service.actions?.toSorted() ?? []])
  expect(rowsOf('Services')).toEqual(Object.fromEntries(actions))
})

test('the README lists the types of resources', () => {
  const types = Object.entries(rowsOf('Resources')).flatMap(([service, names]) =>
    names.map((name) => `${service}::${name}`),
  )
  expect(types).toEqual([...RESOURCE_KINDS.keys()].toSorted())
})
