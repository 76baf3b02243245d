import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { COMMON, helpOf, summaries, usage, usageOf } from './usage.ts'

/** What the first words of a command line ask for: a command, or a text to print. */
type Found =
  | { readonly command: Command; readonly rest: readonly string[] }
  | { readonly help: string }
  | { readonly error: string }

export function findCommand(args: readonly string[], commands: readonly Command[]): Found {
  const asksForHelp = args[0] === 'help' || args.some((word) => word === '--help' || word === '-h')
  const words = args[0] === 'help' ? args.slice(1) : args
  const [typed = ''] = words.filter((word) => !word.startsWith('-'))
  for (const count of [2, 1]) {
    const command = commands.find(({ name }) => isSame(name, words.slice(0, count).join(' ')))
    if (command) return asksForHelp ? { help: helpOf(command) } : { command, rest: words.slice(count) }
  }
  if (typed === '') return asksForHelp ? { help: usage(commands) } : { error: usage(commands) }
  const family = commands.filter(({ name }) => name.includes(' ') && isSame(name.split(' ')[0] ?? '', typed))
  if (asksForHelp && family.length > 0) return { help: summaries(family).join('\n') }
  return { error: unknown(words, family.length > 0 ? family : commands) }
}

/** Returns whether two names are equal. The noun that a name begins with may be singular or plural. */
function isSame(name: string, typed: string): boolean {
  return name === typed || singular(name) === singular(typed)
}

function singular(name: string): string {
  const [noun = '', ...verb] = name.split(' ')
  return [noun.replace(/ies$/, 'y').replace(/s$/, ''), ...verb].join(' ')
}

function unknown(words: readonly string[], commands: readonly Command[]): string {
  const typed = words.slice(0, 2).join(' ')
  const near = commands
    .map((command) => {
      const count = command.name.split(' ').length
      return { command, distance: distance(words.slice(0, count).join(' '), command.name) }
    })
    .toSorted((a, b) => a.distance - b.distance)
  const [nearest] = near
  const suggestion =
    nearest && nearest.distance <= nearest.command.name.length / 2
      ? `Did you mean this?\n${summaries([nearest.command]).join('\n')}\n`
      : ''
  return `Unknown command: ${typed}\n\n${suggestion}npm run ops -- help lists all commands.`
}

/** Returns the Levenshtein distance: how many characters must be changed, added or removed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j] ?? 0) + (character === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row[b.length] ?? 0
}

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
