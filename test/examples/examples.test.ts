import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCENES } from '../bench/pictures/gallery-scenes.ts'

const EXAMPLES = 'examples'
const names = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
/** Its programs print lines. */
const WITHOUT_PICTURE = 'receivers'
/** `signature.test.ts` tests the receivers, and `event-bus.test.ts` the bus. */
const TESTED_ELSEWHERE = ['event-bus', 'receivers']

test.each(names)('%s has a README, is listed, and is tested', (name) => {
  expect(readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8')).toMatch(/^# /)
  expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`](${name}/README.md)`)
  const tests = readFileSync('test/examples/gallery.test.ts', 'utf8')
  expect(TESTED_ELSEWHERE.includes(name) || tests.includes(`await start('${name}'`)).toBe(true)
})

test.each(names.filter((name) => name !== WITHOUT_PICTURE))(
  'the README of %s shows the picture of the bench',
  (name) => {
    expect(Object.keys(SCENES)).toContain(name)
    const pictures = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8').matchAll(
      /<img alt="[^"]+"[^>]* src="([^"]+)">/g,
    )
    const shown = [...pictures].map(([, picture = '']) => join(EXAMPLES, name, picture))
    expect(shown).toEqual([`docs/images/example-${name}.webp`])
    expect(shown.filter((picture) => !existsSync(picture))).toEqual([])
  },
)
