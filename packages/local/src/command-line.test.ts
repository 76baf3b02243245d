import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test.each([
  [[], { command: 'run' }],
  [['--wait'], { command: 'wait' }],
  [['--stop'], { command: 'stop' }],
  [['--help'], { help: true }],
  [['--wait', '-h'], { help: true }],
  [['now'], { problem: expect.stringContaining('but got now.') }],
  [['--wait', 'long'], { problem: expect.stringContaining('but got long.') }],
  [['toString'], { problem: expect.stringContaining('but got toString.') }],
])('%j is %j', (args, read) => {
  expect(readCommandLine(args)).toEqual(read)
})
