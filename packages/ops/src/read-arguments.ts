import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { COMMON, usageOf } from './usage.ts'

/** Returns the values of a command's options by name. @throws Error with the command's usage */
export function readArguments(found: {
  readonly command: Command
  readonly rest: readonly string[]
}): Readonly<Record<string, unknown>> {
  const { command, rest } = found
  try {
    const { positional } = command
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: { ...COMMON, ...command.options },
      allowPositionals: positional !== undefined,
    })
    const words = positionals.join(' ')
    const lists = Object.entries(values).filter(([, value]) => Array.isArray(value))
    const given: Readonly<Record<string, unknown>> = {
      ...values,
      // One value a line, because options are text.
      ...Object.fromEntries(lists.map(([name, value]) => [name, [value].flat().join('\n')])),
      ...(positional && words && { [positional]: words }),
    }
    const missing = command.required.filter((option) => !given[option])
    if (missing.length > 0)
      throw new Error(
        `Missing: ${missing.map((option) => (option === positional ? `<${option}>` : `--${option}`)).join(', ')}`,
      )
    return given
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n  ${usageOf(command)}`)
  }
}
