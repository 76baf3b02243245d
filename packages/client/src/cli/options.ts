import { CommanderError, Option, Command as Program } from 'commander'
import { CliError } from './io.ts'

/** An option of a command: a flag, or one with a value. */
interface OptionSpec {
  readonly type: 'string' | 'boolean'
  /** What its value is, for the help: `url`, `id`. @default text */
  readonly value?: string
  /** What it does, for the help. */
  readonly help?: string
}

type Specs = Readonly<Record<string, OptionSpec>>

type Values<S extends Specs> = { readonly [Name in keyof S]?: S[Name]['type'] extends 'string' ? string : boolean }

/** What a command line can have. */
export interface Syntax<S extends Specs = Specs> {
  /** The words before the arguments, such as `agents pull`. */
  readonly name: string
  readonly description: string
  /** Arguments with their meaning. `<id>` is required, `[file]` is not. */
  readonly args?: Readonly<Record<string, string>>
  readonly options: S
  /** Printed below the options. */
  readonly example?: string
}

/** Returns the values of the options by name, and the arguments. @throws CliError that names what is wrong, with a suggestion */
export function readArguments<const S extends Specs>(
  args: readonly string[],
  syntax: Syntax<S>,
): { readonly values: Values<S>; readonly positionals: readonly string[] } {
  const program = programOf(syntax)
  let problem = ''
  program.exitOverride().configureOutput({ writeErr: (text) => (problem += text) })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const [, sentence = '', suggestion] = /^error: (.*?)\.?\n(?:\((.*)\)\n)?$/s.exec(problem) ?? []
    const text = sentence.charAt(0).toUpperCase() + sentence.slice(1)
    throw new CliError([`${text}.`, suggestion, 'See --help.'].filter(Boolean).join(' '), 2)
  }
  return { values: program.opts<Values<S>>(), positionals: program.args }
}

/** Returns the help of a command: its arguments, its options with the types of their values, and its example. */
export function helpOf(syntax: Syntax): string {
  const { example } = syntax
  return `${programOf(syntax).helpInformation().trimEnd()}${example === undefined ? '' : `\n\n${example}`}`
}

function programOf({ name, description, args = {}, options }: Syntax): Program {
  const program = new Program(`replywright ${name}`)
    .description(description)
    .helpOption('-h, --help', 'Shows this help')
    .allowExcessArguments(false)
    .action(() => {})
  for (const [argument, meaning] of Object.entries(args)) program.argument(argument, meaning)
  for (const [option, { type, value = 'text', help = '' }] of Object.entries(options)) {
    const declared = new Option(`--${option}${type === 'string' ? ` <${value}>` : ''}`, help)
    // `--no-report` is a flag of its own name. Names of fields stay as they are.
    declared.negate = false
    declared.attributeName = () => option
    program.addOption(declared)
  }
  return program
}
