import { expect, test } from 'vitest'
import { readCommandLine, UsageError } from './command-line.ts'
import { commands } from './commands/commands.ts'
import { COMMON, exampleOf, OPTION_HELP } from './usage.ts'

const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean), commands)
const textOf = (line: string) => {
  const found = read(line)
  if ('help' in found) return found.help
  throw new Error(`runs ${found.command.name}`)
}

test.each(['organizations retention --help', 'help organizations retention', 'organizations retention x -h'])(
  '"%s" prints the help of the command with types, required options and an example',
  (line) => {
    const text = textOf(line)
    expect(text).toMatch(/^Usage: npm run ops -- organizations\S* retention <organization> \[--message-days 90\]/)
    expect(text).toMatch(/\n {2}organization .*id of the organisation.*\(required\)\n/)
    expect(text).toMatch(/\n {2}--message-days <days> /)
    expect(text).toMatch(/\n {2}--json +prints JSON for programs/)
    expect(text).toMatch(
      /\nExample:\n {2}npm run ops -- organizations retention \S+ --message-days \d+ --delivery-days 7/,
    )
  },
)

test.each(['help', '--help', '-h'])('"%s" lists all commands', (line) => {
  for (const { name } of commands) expect(textOf(line)).toContain(`\n  ${name}`)
})

test('help for the first word lists its commands', () => {
  expect(textOf('dead-letters --help').match(/^ {2}\w+ \[options\]/gm)).toEqual([
    '  list [options]',
    '  show [options]',
    '  redrive [options]',
    '  purge [options]',
  ])
})

test.each([
  ['organisations list', 'organizations'],
  ['dead-letters lisst', 'list'],
  ['dotcor --quick', 'doctor'],
  ['help reconsile', 'reconcile'],
  ['doctor --quik', '--quick'],
  ['audit --organisation x', '--organization'],
])('"%s" is an error that suggests %s', (line, nearest) => {
  expect(() => read(line)).toThrow(new RegExp(`^unknown (command|option) .*\n\\(Did you mean ${nearest}\\?\\)`))
  expect(() => read(line)).toThrow(expect.objectContaining({ exitCode: 2 }))
})

test.each([
  ['xyzzy', "unknown command 'xyzzy'\n\nnpm run ops -- help lists all commands."],
  ['doctor now', 'too many arguments'],
  ['webhook rotate-secret --id x', 'Missing: --organization\n\n  webhook rotate-secret --organization … --id …'],
  ['trace', 'Missing: <id>'],
  ['audit --limit', "option '--limit <number>' argument missing"],
  ['', 'npm run ops -- <command>'],
  ['dead-letters', 'Usage: npm run ops -- dead-letters'],
])('"%s" is refused', (line, message) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(message)
})

test.each([
  ['user list --organization o --json', { organization: 'o', json: true }],
  ['trace a message', { id: 'a message' }],
  ['trace --id a', { id: 'a' }],
  ['doctor --before -c a=1 --context b=2 --stage prod', { before: true, context: 'a=1\nb=2', stage: 'prod' }],
  ['restore --from-table t', { 'from-table': 't' }],
  ['restore rehearse --yes', { yes: true }],
])('"%s" has the values %j', (line, values) => {
  expect(read(line)).toMatchObject({ values })
})

test.each([
  'organization list',
  'organizations create',
  'webhooks rotate-secret',
  'api-keys create',
  'dead-letter show',
])('the noun of %s may be singular or plural', (typed) => {
  expect(textOf(`${typed} --help`)).toContain(`${typed.split(' ')[1]} `)
})

test('each option that has a help belongs to a command', () => {
  const used = new Set(commands.flatMap(({ options }) => Object.keys(options)))
  expect(Object.keys(OPTION_HELP).filter((name) => !used.has(name) && !Object.hasOwn(COMMON, name))).toEqual([])
})

test.each(commands.map((command) => [command.name, command] as const))('the help of %s is complete', (_, command) => {
  for (const [option, { type }] of Object.entries(command.options)) {
    expect(OPTION_HELP[option]?.meaning).toBeTypeOf('string')
    expect(OPTION_HELP[option]?.sample !== undefined).toBe(type === 'string')
  }
  const found = readCommandLine(exampleOf(command), commands)
  if (!('command' in found)) throw new Error('no command')
  expect(found.command).toBe(command)
  expect(Object.keys(found.values)).toEqual(expect.arrayContaining([...command.required]))
  expect(textOf(`${command.name} --help`)).not.toContain('undefined')
})
