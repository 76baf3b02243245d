import { expect, test } from 'vitest'
import { readCommand } from './read-command.ts'

test('serves the site, or builds it', () => {
  expect(readCommand([])).toEqual({ command: 'serve', port: 4321 })
  expect(readCommand([], '4000')).toEqual({ command: 'serve', port: 4000 })
  expect(readCommand(['build'], '')).toEqual({ command: 'build', port: 4321 })
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

test.each(['many', '-1', '70000', '4.5'])('PORT=%s is refused', (port) => {
  expect(readCommand([], port)).toEqual({ problem: expect.stringContaining(`not ${port}.`) })
})
