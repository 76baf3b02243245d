import { resolve } from 'node:path'
import { createAgent as creation, replaceAgent as replacement } from '@replywright/contract/agents.ts'
import { createAgent, updateAgent, viewAgent } from '@replywright/core/agents/agents.ts'
import { findAgent, findAgents } from '@replywright/core/agents/find-agent.ts'
import { findOrganizationName } from '@replywright/core/people/organizations/organizations.ts'
import { recordChange } from '@replywright/core/platform/audit/audit-log.ts'
import { check } from '@replywright/core/platform/check.ts'
import { newId } from '@replywright/core/platform/clock.ts'
import { notFound } from '@replywright/core/platform/errors.ts'
import type { Caller } from '@replywright/core/platform/request.ts'

// The files of the command line `replywright`.
import { type Agents, comparePush, OUTDATED, pullAgent, pushAgent } from '../../../client/src/cli/agents/sync.ts'
import type { Input, Session } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'
import { block } from '../terminal/text.ts'

export async function pull({ organization = '', agent = '', file }: Input, { now }: Session): Promise<Report> {
  const [found, ...others] = await findAgents(organization, agent)
  if (!found) throw new Error(`There is no agent with the id or name "${agent}" in that organisation.`)
  if (others.length > 0)
    throw new Error(
      `There are ${others.length + 1} agents "${agent}". Use an id: ${[found, ...others].map(({ id }) => id).join(', ')}`,
    )
  const path = file ?? `${found.id}.agent.json`
  const { id, revision } = await pullAgent(agentsOf(organization, now), found.id, fromCaller(path))
  return fieldsReport({ agent: id, file: path, revision })
}

export async function push({ organization = '', file = '' }: Input, { now, flags }: Session): Promise<Report> {
  const agents = agentsOf(organization, now)
  if (flags.has('dry-run')) {
    const { lines, outdated, problems } = await comparePush(agents, fromCaller(file))
    const notes = [...(outdated ? [OUTDATED] : []), ...problems.map((problem) => `Problem: ${problem}`)]
    return { json: { lines, outdated, problems }, lines: () => [...lines.map(block), ...notes] }
  }
  const { created, id, revision, problems } = await pushAgent(agents, fromCaller(file), { force: flags.has('force') })
  return fieldsReport({
    agent: id,
    file,
    revision,
    created,
    ...(problems.length > 0 && { problems: problems.join('; ') }),
  })
}

/** Returns the absolute path of a file in the folder from which npm was called; commands run in that of the project. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path)
}

/** The agents of an organisation in its table. Each change has an entry in the audit log. */
function agentsOf(organizationId: string, now: number): Agents {
  const operator: Caller = {
    userId: '',
    organizationId,
    role: 'admin',
    permission: 'read',
    groups: [],
    email: 'operator',
  }
  const getOwn = async (id: string) => {
    const agent = await findAgent(organizationId, id)
    if (!agent) throw notFound('agent')
    return agent
  }
  return {
    get: async (id) => {
      const { resource, revision } = await viewAgent(operator, id, {})
      return { body: resource, revision }
    },
    create: async (fields) => {
      const body = check(creation.body, fields)
      if (!(await findOrganizationName(organizationId))) throw notFound('organisation')
      const create = () => createAgent(operator, newId(), body, now)
      const { id } = await recordChange([{ organizationId, ...creation.audit }], create)
      return id
    },
    replace: async (id, fields, revision) => {
      const body = check(replacement.body, fields)
      const { head } = await getOwn(id)
      const object = { objectId: id, objectName: head.name }
      const replace = () => updateAgent(operator, id, body, { revision, now })
      await recordChange([{ organizationId, ...replacement.audit, ...object }], replace)
    },
  }
}
