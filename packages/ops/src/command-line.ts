import { CommanderError, Option, Command as Program } from 'commander'
import type { Command } from './command.ts'
import { COMMON, exampleOf, OPTION_HELP, usage, usageOf, valueOfOption } from './usage.ts'

/** What a command line asks for: a command with the values of its options, or a text to print. */
export type CommandLine =
  | { readonly command: Command; readonly values: Readonly<Record<string, unknown>> }
  | { readonly help: string }

/** The exit code for wrong arguments. */
const WRONG_ARGUMENTS = 2

/** An error of the command line, with what was wrong and a suggestion. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly exitCode = WRONG_ARGUMENTS
}

/** Reads a command line. @throws UsageError for an unknown command or option, or a missing one */
export function readCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const printed: string[] = []
  const words = args[0] === 'help' ? helpWords(args.slice(1), commands) : args
  let called: CommandLine | undefined
  const program = programOf(commands, (command, values) => {
    called = { command, values }
  })
  for (const each of [program, ...program.commands, ...program.commands.flatMap((family) => family.commands)])
    each
      .exitOverride()
      .configureOutput({ writeOut: (text) => printed.push(text), writeErr: (text) => printed.push(text) })
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { help: printed.join('').trimEnd() }
    const problem = printed
      .join('')
      .replace(/^error: /, '')
      .trimEnd()
    const isUnknown = error.code === 'commander.unknownCommand'
    throw new UsageError(isUnknown ? `${problem}\n\nnpm run ops -- help lists all commands.` : problem)
  }
  if (!called) throw new UsageError(usage(commands))
  return called
}

/** Returns the words of `help <command>`, so that an unknown command is an error with a suggestion. */
function helpWords(words: readonly string[], commands: readonly Command[]): readonly string[] {
  const [noun] = words
  const isKnown = noun === undefined || commands.some(({ name }) => singular(name) === singular(noun))
  return isKnown ? [...words, '--help'] : words
}

type Call = (command: Command, values: Readonly<Record<string, unknown>>) => void

/** Returns the program of all commands. `deliveries list` is the command `list` of `deliveries`. */
function programOf(commands: readonly Command[], call: Call): Program {
  const program = new Program('npm run ops --')
    .helpOption('-h, --help', 'explains this command')
    .helpCommand(false)
    // An option behind `restore rehearse` is not one of `restore`.
    .enablePositionalOptions()
  for (const noun of new Set(commands.map(({ name }) => singular(name)))) {
    const own = commands.filter(({ name }) => singular(name) === noun)
    const [title = noun] = own.map(({ name }) => name.split(' ')[0])
    const family = program.command(title).helpCommand(false)
    const whole = own.find(({ name }) => !name.includes(' '))
    if (!whole) family.alias(title === noun ? plural(noun) : noun).summary(own.map(verbOf).join(', '))
    for (const command of own) define(command === whole ? family : family.command(verbOf(command)), command, call)
  }
  // Last, because commands inherit what was set before them.
  return program.configureHelp({ formatHelp: () => usage(commands) })
}

function verbOf({ name }: Command): string {
  return name.split(' ').slice(1).join(' ')
}

/** Returns the first word of a name in the singular: commands accept both numbers. */
function singular(name: string): string {
  return (name.split(' ')[0] ?? '').replace(/ies$/, 'y').replace(/s$/, '')
}

function plural(noun: string): string {
  return `${noun.replace(/y$/, 'ie')}s`
}

function define(program: Program, command: Command, call: Call): void {
  const { options, positional, required, secrets = [], summary } = command
  program
    .summary(summary)
    .description(`${summary}.`)
    .usage(usageOf(command).slice(command.name.length + 1))
    .addHelpText(
      'after',
      [
        ...(secrets.length > 0 ? [`\nSecrets, from these variables or from a prompt: ${secrets.join(', ')}`] : []),
        `\nExample:\n  ${secrets.map((name) => `${name}=… `).join('')}npm run ops -- ${exampleOf(command).join(' ')}`,
      ].join('\n'),
    )
  if (positional !== undefined)
    program.argument(`[${positional}...]`, `${OPTION_HELP[positional]?.meaning ?? ''} (required)`)
  for (const [name, { type, short, multiple }] of Object.entries({ ...options, ...COMMON })) {
    const { meaning = '' } = OPTION_HELP[name] ?? {}
    const flags = `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` <${valueOfOption(name)}>` : ''}`
    const option = new Option(flags, required.includes(name) ? `${meaning} (required)` : meaning)
    if (multiple)
      option.argParser((value: string, before?: string) => (before === undefined ? value : `${before}\n${value}`))
    program.addOption(name === positional ? option.hideHelp() : option)
  }
  program.action((...given: readonly unknown[]) => {
    const words = positional === undefined ? [] : [given[0]].flat()
    const named = program.opts<Record<string, unknown>>()
    const values = Object.fromEntries(
      Object.keys({ ...options, ...COMMON }).flatMap((name) => {
        const value = named[camelCase(name)]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    if (positional !== undefined && words.length > 0) values[positional] = words.join(' ')
    const missing = required.filter((option) => !values[option])
    if (missing.length > 0)
      program.error(
        `Missing: ${missing.map((option) => titleOf(option, positional)).join(', ')}\n\n  ${usageOf(command)}`,
        { exitCode: WRONG_ARGUMENTS },
      )
    call(command, values)
  })
}

function titleOf(option: string, positional: string | undefined): string {
  return option === positional ? `<${option}>` : `--${option}`
}

/** Returns the name under which commander has the value of an option. */
function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
