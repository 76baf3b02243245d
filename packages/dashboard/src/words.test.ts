import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { textsIn } from './ui/testing/texts-in.ts'

const files = globSync('**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: ['**/*.test.ts', '**/testing*', '**/testing/**'],
})

/** "New …" leads to a page or dialog that creates something, "Create …" submits it. */
test('only a row, a file and what exists already is added', () => {
  const texts = files.flatMap((file) => textsIn(parse(file, readFileSync(join(import.meta.dirname, file), 'utf8'))))
  const added = texts.filter((text) => /^Add (?!.*[.:])/.test(text))
  expect([...new Set(added)].toSorted()).toEqual([
    'Add a rule to the bus',
    'Add button',
    'Add card',
    'Add header',
    'Add icebreaker',
    'Add note',
    'Add number',
    'Add path parameter',
    'Add path parameters',
    'Add picture',
    'Add variable',
    'Add your first number',
    'Add {kind}',
    'Add {one}',
  ])
})

test.each([
  ['<p>Save</p>', ['Save']],
  ['<p>Ask <b>them</b> for {count}\n  keys</p>', ['Ask them for {count} keys']],
  [
    '<p title="Keys" className="Big one">{names.map((name) => <i aria-label={`Remove ${name}`} />)}</p>',
    ['Keys', 'Remove {name}'],
  ],
  ["<p>{count === 1 ? '1 key' : `${count} keys`} of {user.name}</p>", ['{1 key|{count} keys} of {name}']],
  ["<p label={isOn ? 'on' : 'off'} />", ['on', 'off']],
  ["const STATE_NAMES = { on: 'on' }; switch (state) { case 'Not on': break }", ['on']],
  ["type Kind = 'One of them'; tell(kind === 'Not it' ? `${name} deleted` : 'saved')", ['{name} deleted', 'saved']],
])('%s has the texts %j', (source, texts) => {
  expect(textsIn(parse('example.tsx', source))).toEqual(texts)
})

function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  return program
}
