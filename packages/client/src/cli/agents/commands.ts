import { API_OPTIONS, API_OPTIONS_HELP, parseArguments, readApiOptions } from '../api-options.ts'
import { openApi } from '../connection.ts'
import { CliError, type Command, type Io } from '../io.ts'
import { type Agents, comparePush, OUTDATED, pullAgent, pushAgent } from './sync.ts'

const PULL_HELP = `Writes an agent to a file, for Git: YAML if its name ends with .yaml, otherwise JSON. Secrets are masked. Documents are not in the file.

Usage: replywright agents pull <id> [file] [options]

  [file]               Default: <id>.agent.json
${API_OPTIONS_HELP}`

const PUSH_HELP = `Changes an agent to what its file says, or creates it if the file has no id. Masked values keep the stored secrets.
Fails if the agent was changed after the file was pulled. Then writes the file with its new revision, ids and masks.

Usage: replywright agents push <file> [options]

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
    const { revision } = await pullAgent(agentsOf(values, io), id, path)
    io.out(`Wrote ${path} (revision ${revision}).`)
    return 0
  },
}

const PUSH_OPTIONS = { ...API_OPTIONS, 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } } as const

export const pushCommand: Command = {
  summary: 'changes or creates an agent from its file',
  help: PUSH_HELP,
  run: async (args, io) => {
    const { values, positionals } = parseArguments(args, PUSH_OPTIONS)
    const [path] = positionals
    if (path === undefined) throw new CliError('Missing: <file>. See --help.', 2)
    const agents = agentsOf(values, io)
    if (values['dry-run']) {
      const { lines, outdated } = await comparePush(agents, path)
      for (const line of lines) io.out(line)
      if (outdated) io.err(OUTDATED)
      return 0
    }
    const { created, id, revision } = await pushAgent(agents, path, { force: values.force === true })
    io.out(`${created ? 'Created' : 'Changed'} the agent ${id} (revision ${revision}).`)
    return 0
  },
}

function agentsOf(values: Parameters<typeof readApiOptions>[0], io: Io): Agents {
  const api = openApi(readApiOptions(values, io.env), io)
  const targetOf = (id: string) => `/api/v1/agents/${encodeURIComponent(id)}/`
  return {
    get: (id) => api({ method: 'GET', target: `${targetOf(id)}?secrets=masked` }),
    create: async (body) => String(Object((await api({ method: 'POST', target: '/api/v1/agents/', body })).body).id),
    replace: (id, body, revision) => api({ method: 'PUT', target: targetOf(id), body, revision }),
  }
}
