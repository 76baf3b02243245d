import { expect, test } from 'vitest'
import { readCommand } from './read-command.ts'

test('serves the site, or builds it', () => {
  expect(readCommand([])).toEqual({ command: 'serve' })
  expect(readCommand(['build'])).toEqual({ command: 'build' })
})

test.each([[['--help']], [['-h']], [['help']], [['build', '--help']]])('%j shows the usage', (args) => {
  expect(readCommand(args)).toEqual({ help: expect.stringMatching(/^npm run docs .*\nnpm run docs -- build .*$/) })
})

test.each([
  [['--port', '3'], '--port'],
  [['publish'], 'publish'],
  [['build', '--out=x'], '--out=x'],
])('%j is refused in one line', (args, named) => {
  expect(readCommand(args)).toEqual({ problem: expect.stringMatching(`^Unknown argument: ${named}\\..*--help.*$`) })
})
