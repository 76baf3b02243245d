import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CliError } from './cli-error.ts'

/** Parses the options of a command. Positional arguments are not allowed. @throws CliError that names the option */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    // The message has one sentence for the error, then advice about positional arguments.
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\. |\n/)
    throw new CliError(`${sentence.replace(/\.$/, '')}. See --help.`, 2)
  }
}
