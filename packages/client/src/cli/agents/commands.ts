import { API_OPTIONS, readApiOptions } from '../api-options.ts'
import { openApi } from '../connection.ts'
import type { Command, Io } from '../io.ts'
import { helpOf, readArguments } from '../options.ts'
import { type Agents, comparePush, OUTDATED, pullAgent, pushAgent } from './sync.ts'

const PULL = {
  name: 'agents pull',
  description:
    'Writes an agent to a file, for Git: YAML if its name ends with .yaml, otherwise JSON. Secrets are masked. Documents are not in the file.',
  args: { '<id>': 'The agent', '[file]': 'Default: <id>.agent.json' },
  options: API_OPTIONS,
} as const

const PUSH = {
  name: 'agents push',
  description:
    'Changes an agent to what its file says, or creates it if the file has no id. Masked values keep the stored secrets. Fails if the file has an unknown field, or if the agent was changed after the file was pulled. Then writes the file with its new revision, ids and masks.',
  args: { '<file>': 'The file of the agent' },
  options: {
    'dry-run': { type: 'boolean', help: 'Prints the differences and changes nothing' },
    force: { type: 'boolean', help: 'Also overwrites later changes' },
    strict: { type: 'boolean', help: 'Exits with 1 if a part of the agent cannot work' },
    ...API_OPTIONS,
  },
} as const

export const pullCommand: Command = {
  summary: 'writes an agent to a file, for Git',
  help: () => helpOf(PULL),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, PULL)
    const [id = '', path = `${id}.agent.json`] = positionals
    const { revision } = await pullAgent(agentsOf(values, io), id, path)
    io.out(`Wrote ${path} (revision ${revision}).`)
    return 0
  },
}

export const pushCommand: Command = {
  summary: 'changes or creates an agent from its file',
  help: () => helpOf(PUSH),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, PUSH)
    const [path = ''] = positionals
    const agents = agentsOf(values, io)
    if (values['dry-run']) {
      const { lines, outdated, problems } = await comparePush(agents, path)
      for (const line of lines) io.out(line)
      if (outdated) io.err(OUTDATED)
      return tellProblems(problems, values.strict, io)
    }
    const { created, id, revision, problems } = await pushAgent(agents, path, { force: values.force === true })
    io.out(`${created ? 'Created' : 'Changed'} the agent ${id} (revision ${revision}).`)
    return tellProblems(problems, values.strict, io)
  },
}

/** Returns the exit code. */
function tellProblems(problems: readonly string[], strict: boolean | undefined, io: Io): number {
  for (const problem of problems) io.err(`Problem: ${problem}`)
  return strict && problems.length > 0 ? 1 : 0
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
