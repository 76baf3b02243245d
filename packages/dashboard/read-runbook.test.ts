import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRunbook } from './read-runbook.ts'

const section = (text: string) => readRunbook(`## When an alarm fires\n\n### One\n\n${text}\n\n## Next\n`)

test.each([
  [
    'numbered items',
    '**First.** It fails,\nagain.\n\n1. Look at `a.b`: see\n   [Other](#other).\n2. *Fix* it\n\nMore.',
    { title: 'First', means: 'It fails, again.', steps: ['Look at a.b: see Other.', 'Fix it.'] },
  ],
  [
    'rows of a table',
    '**First.** It fails.\n\n| Finding | Action |\n|---|---|\n| the worker is slow | raise `limit` |\n| `x.y` | wait |',
    { title: 'First', means: 'It fails.', steps: ['The worker is slow: raise limit.', 'x.y: wait.'] },
  ],
  ['paragraphs', '**First.** It fails.\n\nWait.', { title: 'First', means: 'It fails.', steps: ['Wait.'] }],
  [
    'no code and no inner section',
    '**First.** It fails.\n\n```sh\nrun\n\nit\n```\n\nWait.\n\n#### Inner\n\n1. Not this.',
    { title: 'First', means: 'It fails.', steps: ['Wait.'] },
  ],
])('reads %s', (_, text, expected) => {
  expect(section(text)).toEqual({ One: expected })
})

test.each([
  ['It fails.\n\nWait.', 'One: does not begin with a title in bold'],
  ['**First.** It fails.', 'One: has no steps'],
])('refuses %j', (text, problem) => {
  expect(() => section(text)).toThrow(problem)
})

// After a change of a section: `npm test -- packages/dashboard/read-runbook -u`.
test('the dashboard has the steps of docs/operations.md', async () => {
  const markdown = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const sections = readRunbook(markdown)
  expect(Object.keys(sections).length).toBeGreaterThan(30)
  await expect(`${JSON.stringify(sections, null, 2)}\n`).toMatchFileSnapshot('src/operations/runbook-texts.json')
})
