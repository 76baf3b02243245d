import type { Tool, ToolCall, ToolResult } from '../../agents/agents/tool.ts'
import { log } from '../../platform/log/log.ts'
import { asData } from './as-data.ts'
import { validateArguments } from './validate-arguments.ts'

export interface ToolRun {
  /** Whether the tool was called at all: what has run may have changed something, and costs its credits. */
  readonly ran: boolean
  /** `text` is for the model as it is: what came from outside is marked as data (`DATA_RULE`). */
  readonly result: ToolResult
}

/** How long a tool may take, whatever it is; most have a shorter deadline of their own. */
const DEADLINE_MS = 60_000

/**
 * One call of a tool with what the model sent. Never throws: arguments that the tool's schema refuses, a tool that fails and
 * one that does not end are told to the model. Answers when `call.signal` ends at the latest.
 */
export async function runTool(tool: Tool, sent: unknown, call: ToolCall): Promise<ToolRun> {
  const { args, problems } = validateArguments(tool.parameters, sent)
  if (problems) {
    log('tool.refused', { tool: tool.name, callId: call.id, problems: problems.length })
    return { ran: false, result: { text: refusal(problems) } }
  }
  if (call.signal.aborted) return { ran: false, result: { text: 'The tool was not called: there is no time left.' } }
  const started = performance.now()
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(DEADLINE_MS)])
  const { result, error } = await settled(tool, args, { ...call, signal })
  log('tool.ran', {
    tool: tool.name,
    callId: call.id,
    outcome: error ? 'failed' : 'ok',
    error,
    durationMs: Math.round(performance.now() - started),
  })
  return { ran: true, result }
}

function refusal(problems: readonly string[]): string {
  return `The tool was not called, because of its arguments:\n${problems.map((problem) => `- ${problem}`).join('\n')}`
}

interface Settled {
  readonly result: ToolResult
  /** The name of what was thrown; its message may hold what nobody's log should. */
  readonly error?: string
}

async function settled(tool: Tool, args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Settled> {
  const { promise: ended, resolve } = Promise.withResolvers<Settled>()
  const end = () => resolve({ result: { text: `The tool did not end in time.${doubt(tool)}` }, error: 'timeout' })
  call.signal.addEventListener('abort', end, { once: true })
  try {
    const run = tool.run(args, call).then((result) => ({ result: { ...result, text: asData(tool.name, result.text) } }))
    return await Promise.race([ended, run])
  } catch (error) {
    return {
      result: { text: `The tool failed.${doubt(tool)}` },
      error: error instanceof Error ? error.name : 'unknown',
    }
  } finally {
    call.signal.removeEventListener('abort', end)
  }
}

function doubt({ changesOutside }: Tool): string {
  return changesOutside ? ' It is not known whether it took effect.' : ''
}
