import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CliError } from './cli-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Parses the options of a command. Positional arguments are not allowed. @throws CliError that names the option */
export function parseOptions<const T extends Options>(args: readonly string[], options: T) {
  return explained(() => parseArgs({ args: [...args], options, strict: true, allowPositionals: false })).values
}

/** Parses options and positional arguments. @throws CliError that names the option */
export function parseArguments<const T extends Options>(args: readonly string[], options: T) {
  return explained(() => parseArgs({ args: [...args], options, strict: true, allowPositionals: true }))
}

function explained<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    // The message has one sentence for the error, then advice about positional arguments.
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\. |\n/)
    throw new CliError(`${sentence.replace(/\.$/, '')}. See --help.`, 2)
  }
}
