import type { Called } from '../connection.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { type AgentFile, readAgentFile, writableFields, writeAgentFile } from './agent-file.ts'
import { differences } from './differences.ts'

/** Where agents are: behind the API, or in the table of a deployment. */
export interface Agents {
  /** Returns the agent with masked secrets. */
  readonly get: (id: string) => Promise<Called>
  /** Returns the id of the new agent. */
  readonly create: (fields: AgentFile['fields']) => Promise<string>
  /** With a `revision`, throws if the agent has another one. */
  readonly replace: (id: string, fields: AgentFile['fields'], revision: number | undefined) => Promise<unknown>
}

/** Writes an agent to a file. Returns what it wrote. */
export async function pullAgent(agents: Agents, id: string, path: string): Promise<AgentFile> {
  const file = await read(agents, id)
  await writeAgentFile(path, file)
  return file
}

/** Changes or creates an agent from its file, and writes the file with the new revision, ids and masks. */
export async function pushAgent(
  agents: Agents,
  path: string,
  { force }: { readonly force: boolean },
): Promise<AgentFile & { readonly created: boolean }> {
  const { id, revision, fields } = await readAgentFile(path)
  if (id !== undefined) await agents.replace(id, fields, force ? undefined : revision)
  const file = await pullAgent(agents, id ?? (await agents.create(fields)), path)
  return { ...file, created: id === undefined }
}

/** Returns what a push would change, as lines, and whether the agent was changed after the file was pulled. */
export async function comparePush(agents: Agents, path: string): Promise<{ lines: string[]; outdated: boolean }> {
  const { id, revision, fields } = await readAgentFile(path)
  const stored = id === undefined ? { fields: {}, revision } : await read(agents, id)
  const lines = differences(stored.fields, fields)
  return { lines: lines.length > 0 ? lines : ['There are no differences.'], outdated: stored.revision !== revision }
}

export const OUTDATED = 'The agent was changed after the file was pulled.'

async function read(agents: Agents, id: string): Promise<AgentFile> {
  const { body, revision } = await agents.get(id)
  return { id, ...(revision !== undefined && { revision }), fields: writableFields(body, await replaceTool()) }
}

async function replaceTool(): Promise<Tool> {
  const { tools } = await import('../mcp/tools.ts')
  const tool = tools.find(({ name }) => name === 'agents_replace')
  if (!tool) throw new Error('There is no operation agents/replace.')
  return tool
}
