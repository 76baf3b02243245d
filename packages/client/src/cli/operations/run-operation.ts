import { type Connection, send } from '../../send.ts'
import { fillPath, parameterNames, queryText } from '../../target.ts'
import { API_OPTIONS_HELP, explainApiError, readApiOptions } from '../api-options.ts'
import { CliError } from '../cli-error.ts'
import { connectionOf } from '../connection.ts'
import type { Io } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { findOperation, pathCommand } from './find-operation.ts'
import { bodyFields, readInput } from './read-input.ts'
import { tableOf } from './table.ts'

/** Calls an operation of the API: `agents list`, `webhooks enable <id>`. Returns the exit code. @throws CliError */
export async function runOperation(args: readonly string[], tools: readonly Tool[], io: Io): Promise<number> {
  const found = findOperation(args, tools)
  const asksForHelp = args.includes('--help') || args.includes('-h')
  if ('family' in found) {
    if (found.family.length === 0) throw new CliError(`There is no command "${args[0]}". See --help.`, 2)
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
    io.out(helpOf(tool))
    return 0
  }
  const { input, json, ...given } = readInput(tool, rest)
  const options = readApiOptions(given, io.env)
  const result = await call({ ...options, ...connectionOf(io) }, tool, input, io.signal).catch((error: unknown) => {
    throw explainApiError(error, options)
  })
  for (const line of json ? [JSON.stringify(result ?? null)] : tableOf(result ?? { done: true })) io.out(line)
  return 0
}

async function call(
  connection: Connection,
  { method, path, query, hasBody }: Tool,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<unknown> {
  const target = fillPath(path, input) + queryText(Object.fromEntries(query.map((name) => [name, input[name]])))
  return await send(connection, { method, target, body: hasBody ? JSON.stringify(input.body) : undefined }, { signal })
}

function usageOf({ command, path }: Tool): string {
  return ['messaging', ...command, ...parameterNames(path).map((name) => `<${name}>`)].join(' ')
}

function helpOf(tool: Tool): string {
  const properties: Readonly<Record<string, { readonly description?: string }>> = { ...tool.inputSchema.properties }
  const options = [
    ...tool.query.map((name) => [name, properties[name]?.description] as const),
    ...Object.entries(bodyFields(tool)).map(([name, { description }]) => [name, description] as const),
    ...(tool.hasBody ? [['body', 'The whole body as JSON.'] as const] : []),
  ]
  return [
    `Usage: ${usageOf(tool)} [options]`,
    '',
    tool.description,
    '',
    ...options.map(([name, description = '']) => `  --${name.padEnd(18)} ${description}`.trimEnd()),
    '  --json               Prints the response as JSON instead of a table',
    API_OPTIONS_HELP,
  ].join('\n')
}
