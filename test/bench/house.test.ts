import { expect, test } from 'vitest'
import { arrowsBetween, importedFromOutside, measuresOf, mentions, wordsOf } from './house.ts'

const FILES = new Map([
  [
    'packages/core/src/agents/agent.ts',
    "import { table } from '../platform/table.ts'\nexport const firstMessage = ''\n",
  ],
  ['packages/core/src/agents/agent.test.ts', "import { send } from '../deliveries/send.ts'\nfirstMessage\n"],
  [
    'packages/core/src/deliveries/send.ts',
    "import { agent } from '../agents/agent.ts'\nimport { table } from '../platform/table.ts'\n",
  ],
  ['packages/core/src/platform/table.ts', 'export const table = 1\n'],
  ['functions/a.ts', "import { agent } from '@replywright/core/agents/agent.ts'\n"],
  ['functions/b.ts', "const { agent } = await import('@replywright/core/agents/agent.ts')\n"],
  ['packages/dashboard/src/page.css', '.page {\n}\n'],
  ['README.md', '# A title\n\n```sh\nnpm start\n```\n\nThree more words.\n'],
])

test('counts the imported files of core once', () => {
  expect([...importedFromOutside(FILES)]).toEqual(['@replywright/core/agents/agent.ts'])
})

test('counts each pair of layers once', () => {
  const sources = new Map([...FILES].filter(([path]) => !path.includes('.test.')))
  expect([...arrowsBetween(sources, ['agents', 'deliveries', 'platform'])]).toEqual([
    'agents → platform',
    'deliveries → agents',
    'deliveries → platform',
  ])
})

test('counts words with code and markup', () => {
  expect(wordsOf(FILES.get('README.md') ?? '')).toBe(10)
})

test('lists the files and the tests that mention a name', () => {
  expect(mentions(FILES, 'firstMessage')).toEqual({
    sources: ['packages/core/src/agents/agent.ts'],
    tests: ['packages/core/src/agents/agent.test.ts'],
  })
})

test('counts lines and files without tests', () => {
  expect(measuresOf(FILES)).toMatchObject([
    { value: 9 },
    { value: 6 },
    { value: 1 },
    { value: 3 },
    { value: 10 },
    ...Array(4).fill({}),
  ])
})
