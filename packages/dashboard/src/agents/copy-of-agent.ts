import { type Agent, AgentInput } from '@replywright/contract/agents.ts'
import * as v from 'valibot'

const SUFFIX = ' (copy)'
const LONGEST_NAME = 255

/**
 * Returns the input that creates a copy of an agent. Its items are new: triggers get their own URLs and secrets. Documents are
 * files, so they are not copied.
 */
export function copyOfAgent(agent: Agent): v.InferOutput<typeof AgentInput> {
  const fields = Object.entries(agent).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((item: unknown) => newItem(name, item)) : value,
  ])
  const name = `${Array.from(agent.name)
    .slice(0, LONGEST_NAME - SUFFIX.length)
    .join('')}${SUFFIX}`
  return v.parse(AgentInput, { ...Object.fromEntries(fields), name, documents: [] })
}

/** Returns an item without what identifies it. */
function newItem(field: string, item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  const identifying = ['id', 'parentAgentId', ...(field === 'outboundTriggers' ? ['secret'] : [])]
  return Object.fromEntries(Object.entries(item).filter(([name]) => !identifying.includes(name)))
}
