import { expect, test } from 'vitest'
import { findCommand, readArguments } from './command-line.ts'
import { commands } from './commands/commands.ts'
import { exampleOf, helpOf, OPTION_HELP } from './usage.ts'

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
  [['deliverys', 'lisst'], 'deliveries list'],
  [['dotcor', '--quick'], 'doctor'],
  [['help', 'reconsile'], 'reconcile'],
])('%j suggests %s', (args, nearest) => {
  expect(() => textOf(...args)).toThrow(new RegExp(`^Unknown command: .*\n\nDid you mean this\\?\n {2}${nearest}`))
})

test.each(['delivery list', 'webhook list', 'webhooks enable', 'api-keys create', 'number add', 'dead-letter show'])(
  'the noun of %s may be singular or plural',
  (typed) => {
    const found = findCommand([...typed.split(' '), '--json'], commands)
    expect(found).toMatchObject({
      command: { name: expect.stringMatching(typed.split(' ')[1] ?? '') },
      rest: ['--json'],
    })
  },
)

test('no two commands have the same name in another number', () => {
  for (const command of commands) expect(findCommand(command.name.split(' '), commands)).toMatchObject({ command })
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
