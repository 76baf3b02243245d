import { API_OPTIONS, API_OPTIONS_HELP, readApiOptions } from '../api-options.ts'
import { CliError } from '../cli-error.ts'
import { type Api, openApi } from '../connection.ts'
import type { Command, Io } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { parseArguments } from '../parse-options.ts'
import { type AgentFile, readAgentFile, writableFields, writeAgentFile } from './agent-file.ts'
import { differences } from './differences.ts'

const PULL_HELP = `Writes an agent to a file, for Git: YAML if its name ends with .yaml, otherwise JSON. Secrets are masked. Documents are not in the file.

Usage: messaging agents pull <id> [file] [options]

  [file]               Default: <id>.agent.json
${API_OPTIONS_HELP}`

const PUSH_HELP = `Changes an agent to what its file says, or creates it if the file has no id. Masked values keep the stored secrets.
Fails if the agent was changed after the file was pulled. Then writes the file with its new revision, ids and masks.

Usage: messaging agents push <file> [options]

  --dry-run            Prints the differences and changes nothing
  --force              Also overwrites later changes
${API_OPTIONS_HELP}`

export const pullCommand: Command = {
  summary: 'writes an agent to a file, for Git',
  help: PULL_HELP,
  run: async (args, io) => {
    const { values, positionals } = parseArguments(args, API_OPTIONS)
    const [id, path = `${id}.agent.json`] = positionals
    if (id === undefined) throw new CliError('Missing: <id>. See --help.', 2)
    const file = await read(openApi(readApiOptions(values, io.env), io), id)
    await writeAgentFile(path, file)
    io.out(`Wrote ${path} (revision ${file.revision}).`)
    return 0
  },
}

export const pushCommand: Command = {
  summary: 'changes or creates an agent from its file',
  help: PUSH_HELP,
  run: push,
}

const PUSH_OPTIONS = { ...API_OPTIONS, 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } } as const

async function push(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, PUSH_OPTIONS)
  const [path] = positionals
  if (path === undefined) throw new CliError('Missing: <file>. See --help.', 2)
  const { id, revision, fields } = await readAgentFile(path)
  const api = openApi(readApiOptions(values, io.env), io)
  if (values['dry-run']) {
    const stored = id === undefined ? { fields: {}, revision } : await read(api, id)
    const lines = differences(stored.fields, fields)
    for (const line of lines.length > 0 ? lines : ['There are no differences.']) io.out(line)
    if (stored.revision !== revision) io.err(`The agent was changed after the file was pulled.`)
    return 0
  }
  const saved = await api(
    id === undefined
      ? { method: 'POST', target: '/api/v1/agents/', body: fields }
      : { method: 'PUT', target: targetOf(id), body: fields, revision: values.force ? undefined : revision },
  )
  const file = await read(api, id ?? String(Object(saved.body).id))
  await writeAgentFile(path, file)
  io.out(`${id === undefined ? 'Created' : 'Changed'} the agent ${file.id} (revision ${file.revision}).`)
  return 0
}

async function read(api: Api, id: string): Promise<AgentFile> {
  const { body, revision } = await api({ method: 'GET', target: `${targetOf(id)}?secrets=masked` })
  return { id, ...(revision !== undefined && { revision }), fields: writableFields(body, await replaceTool()) }
}

function targetOf(id: string): string {
  return `/api/v1/agents/${encodeURIComponent(id)}/`
}

async function replaceTool(): Promise<Tool> {
  const { tools } = await import('../mcp/tools.ts')
  const tool = tools.find(({ name }) => name === 'agents_replace')
  if (!tool) throw new Error('There is no operation agents/replace.')
  return tool
}
