import { send } from '../../send.ts'
import { fillPath, parameterNames, queryText } from '../../target.ts'
import { explainApiError, readApiOptions } from '../api-options.ts'
import { connectionOf } from '../connection.ts'
import { CliError, type Io } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { nearest } from '../nearest.ts'
import { helpOf } from '../options.ts'
import { type OperationInput, readInput, syntaxOf } from './read-input.ts'
import { refusalsOf } from './refusals.ts'
import { showResult } from './table.ts'

/** Characters of a line where there is no terminal. */
const DEFAULT_WIDTH = 120

/** Calls an operation of the API: `agents list`, `webhooks enable <id>`. Returns the exit code. @throws CliError */
export async function runOperation(args: readonly string[], tools: readonly Tool[], io: Io): Promise<number> {
  const found = findOperation(args, tools)
  const asksForHelp = args.includes('--help') || args.includes('-h')
  if ('family' in found) {
    if (found.family.length === 0) {
      const nouns = [...new Set(tools.map(({ command }) => command[0] ?? ''))]
      const [typed = ''] = args
      const meant = nouns.find((noun) => singular(noun).endsWith(`-${singular(typed)}`)) ?? nearest(typed, nouns)
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
      throw new CliError(`There is no command "${args[0]}".${hint} See --help.`, 2)
    }
    const [noun = '', verb] = args
    const meant =
      verb === undefined
        ? undefined
        : nearest(
            verb,
            found.family.map(({ command }) => command[1] ?? ''),
          )
    if (meant !== undefined && !asksForHelp)
      throw new CliError(`There is no command "${noun} ${verb}". Did you mean ${noun} ${meant}? See --help.`, 2)
    const lines = found.family.map((tool) => {
      const other = pathCommand(tool, tools)
      return `  ${usageOf(tool)}\n      ${tool.title}${other ? `. Also: ${usageOf({ ...tool, command: other })}` : ''}`
    })
    if (!asksForHelp) throw new CliError(['The commands are:', ...lines].join('\n'), 2)
    io.out(lines.join('\n'))
    return 0
  }
  const { tool, rest } = found
  if (asksForHelp) {
    io.out(helpOf(syntaxOf(tool)))
    return 0
  }
  const { input, json, columns, ...given } = readInput(tool, rest, io.timing.now())
  const options = readApiOptions(given, io.env)
  const request = { method: tool.method, target: targetOf(tool, input), body: bodyOf(tool, input) }
  const result = await send({ ...options, ...connectionOf(io) }, request, { signal: io.signal }).catch(
    (error: unknown) => {
      throw explainApiError(error, options)
    },
  )
  if (json) io.out(JSON.stringify(result ?? null))
  else show(result ?? { done: true }, columns, io)
  const refusals = refusalsOf(result)
  for (const line of refusals) io.err(line)
  return refusals.length > 0 && !isDryRun(input) ? 1 : 0
}

/** @throws CliError for an unknown column */
function show(result: unknown, columns: OperationInput['columns'], io: Io): void {
  try {
    const { lines, notes } = showResult(result, { width: io.width ?? DEFAULT_WIDTH, columns })
    for (const line of lines) io.out(line)
    for (const note of notes) io.err(note)
  } catch (error) {
    throw error instanceof RangeError ? new CliError(error.message, 2) : error
  }
}

function isDryRun({ body }: OperationInput['input']): boolean {
  return Object(body).dryRun === true
}

/** @throws CliError for an argument that cannot be part of a path, such as an empty variable of a script */
function targetOf({ path, query }: Tool, input: OperationInput['input']): string {
  try {
    return fillPath(path, input) + queryText(Object.fromEntries(query.map((name) => [name, input[name]])))
  } catch (error) {
    throw error instanceof TypeError ? new CliError(`${error.message}. See --help.`, 2) : error
  }
}

function bodyOf({ hasBody }: Tool, { body }: OperationInput['input']): string | undefined {
  return hasBody ? JSON.stringify(body) : undefined
}

function usageOf({ command, path }: Tool): string {
  return ['replywright', ...command, ...parameterNames(path).map((name) => `<${name}>`)].join(' ')
}

/** An operation, and the arguments behind its name; or the operations whose names begin with the arguments. */
type Found = { readonly tool: Tool; readonly rest: readonly string[] } | { readonly family: readonly Tool[] }

/**
 * Finds the operation of a command line: `webhooks list`, `webhook-deliveries replay <id>`. Nouns may be singular. The words of a path
 * with one operation also name it: `webhooks test <id>` is `webhooks send-test-event <id>`.
 */
export function findOperation(args: readonly string[], tools: readonly Tool[]): Found {
  const begins = (words: readonly string[]) => words.every((word, index) => isSame(word, args[index]))
  const tool = tools.find(({ command }) => begins(command))
  if (tool) return { tool, rest: args.slice(tool.command.length) }
  const named = tools.find((each) => begins(pathCommand(each, tools) ?? each.command))
  if (named) return { tool: named, rest: args.slice(pathCommand(named, tools)?.length) }
  const words = args.filter((word) => !word.startsWith('-'))
  return { family: tools.filter(({ command }) => isSame(command[0] ?? '', words[0])) }
}

/** Returns the words of an operation's path, or undefined if they are its name or another operation has the same. */
function pathCommand(tool: Tool, tools: readonly Tool[]): readonly string[] | undefined {
  const words = wordsOf(tool)
  const others = tools.filter((each) => each !== tool && wordsOf(each).join() === words.join())
  return others.length > 0 || words.join() === tool.command.join() ? undefined : words
}

/** Returns the words of a path below `/api/v1/`, without its parameters. */
function wordsOf({ path }: Tool): readonly string[] {
  return path
    .split('/')
    .slice(3)
    .filter((part) => part !== '' && !part.startsWith('{'))
}

function isSame(word: string, typed: string | undefined): boolean {
  return typed !== undefined && singular(word) === singular(typed)
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
