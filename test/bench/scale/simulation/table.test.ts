import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CELLS, keyOf, sampleOf, simulationTable, storedResults } from './table.ts'

test.each(CELLS.map((cell) => [keyOf(cell), cell] as const))(
  'the stored result is that of the simulation: %s',
  (key, cell) => expect(storedResults()[key]?.sample).toBe(sampleOf(cell)),
)

/** After a change of the simulation, put the output of `npm run bench -- scale simulate page` into docs/scale.md. */
test('docs/scale.md has the table of the simulation', () => {
  expect(readFileSync('docs/scale.md', 'utf8')).toContain(simulationTable())
})
