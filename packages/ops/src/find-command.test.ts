import { expect, test } from 'vitest'
import { commands } from './commands/commands.ts'
import { findCommand } from './find-command.ts'
import { OPTION_HELP } from './option-help.ts'
import { readArguments } from './read-arguments.ts'
import { exampleOf, helpOf } from './usage.ts'

const textOf = (...args: string[]) => {
  const found = findCommand(args, commands)
  if ('help' in found) return found.help
  throw new Error('error' in found ? found.error : `runs ${found.command.name}`)
}

test.each([
  [['deliveries', 'replay', '--help']],
  [['help', 'deliveries', 'replay']],
  [['deliveries', 'replay', '--organization', 'x', '-h']],
])('%j prints the help of the command with its options and an example', (args) => {
  const text = textOf(...args)
  expect(text).toMatch(/^npm run ops -- deliveries replay --organization … --id … \|/)
  expect(text).toMatch(/\n {2}--organization … .*organisation.*\(required\)\n/)
  expect(text).toMatch(/\n {2}--dry-run +prints what would be done/)
  expect(text).toMatch(/\nExample:\n {2}npm run ops -- deliveries replay --organization \S+ --webhook \S+ --since 2h/)
})

test.each([[['help']], [['--help']], [['-h']]])('%j lists all commands', (args) => {
  for (const { name } of commands) expect(textOf(...args)).toContain(`\n  ${name}`)
})

test('help for the first word lists its commands', () => {
  expect(textOf('dead-letters', '--help').match(/^ {2}\S+ \S+/gm)).toEqual([
    '  dead-letters list',
    '  dead-letters show',
    '  dead-letters redrive',
    '  dead-letters purge',
  ])
})

test.each([
  [['delivery', 'list'], 'deliveries list'],
  [['dotcor', '--quick'], 'doctor'],
  [['webhook', 'list'], 'webhook'],
  [['help', 'reconsile'], 'reconcile'],
])('%j suggests %s', (args, nearest) => {
  expect(() => textOf(...args)).toThrow(new RegExp(`^Unknown command: .*\n\nDid you mean this\\?\n {2}${nearest}`))
})

test('a word that is like no command suggests none', () => {
  expect(() => textOf('xyzzy')).toThrow('Unknown command: xyzzy\n\nnpm run ops -- help lists all commands.')
})

test.each(commands.map((command) => [command.name, command] as const))('the help of %s is complete', (_, command) => {
  for (const [option, { type }] of Object.entries(command.options)) {
    expect(OPTION_HELP[option]?.meaning).toBeTypeOf('string')
    expect(OPTION_HELP[option]?.sample !== undefined).toBe(type === 'string')
  }
  const found = findCommand(exampleOf(command), commands)
  if (!('command' in found)) throw new Error('no command')
  expect(found.command).toBe(command)
  expect(Object.keys(readArguments(found))).toEqual(expect.arrayContaining([...command.required]))
  expect(helpOf(command)).not.toContain('undefined')
})
