import { ModelRefusedError } from '../../agents/models/model-errors.ts'
import type { Tool } from '../../agents/tool.ts'
import { log } from '../../platform/log/log.ts'

/** The tools of an agent in a turn, and the names of those that its model refused. */
const refusedOf = new WeakMap<readonly Tool[], Set<string>>()

/**
 * Calls the model with the tools. If it rejects the request because of one of them, calls it again without that tool,
 * once, and tells the author. Later calls of the turn leave the tool out.
 * @param all all tools of the agent; `offered` are those of this call
 */
export async function withoutRefusedTool<Offered extends Tool, Response>(
  all: readonly Tool[],
  offered: readonly Offered[],
  generate: (tools: readonly Offered[]) => Promise<Response>,
): Promise<Response> {
  const refused = refusedOf.get(all) ?? new Set()
  const usable = offered.filter(({ name }) => !refused.has(name))
  try {
    return await generate(usable)
  } catch (error) {
    const tool = error instanceof ModelRefusedError ? usable.find(({ name }) => name === error.tool) : undefined
    if (!tool) throw error
    log('turn.tool_refused', { tool: tool.name })
    refusedOf.set(all, refused.add(tool.name))
    await tool.onRefused?.()
    return await generate(usable.filter((each) => each !== tool))
  }
}
