import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageTables } from './page.ts'

/** After a change of a budget, quota or price, put the output of `npm run bench -- scale page` into docs/scale.md. */
test.each(Object.entries(pageTables()))('docs/scale.md has the table of the model: %s', (_, table) => {
  expect(readFileSync('docs/scale.md', 'utf8')).toContain(table)
})
