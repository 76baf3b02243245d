import type { Tool, ToolCall, ToolResult } from '../../agents/tool.ts'
import { log } from '../../platform/log/log.ts'
import { asData } from './as-data.ts'
import { validateArguments } from './validate-arguments.ts'

export interface ToolRun {
  /** Whether the tool was called. A tool that ran may have changed something, and costs its credits. */
  readonly ran: boolean
  /** `text` for the model; text from outside is marked as data (`DATA_RULE`). */
  readonly result: ToolResult
}

/** Time limit of every tool. Most tools have a shorter one. */
const DEADLINE_MS = 60_000

/** Never throws: rejected arguments, failures and timeouts are text. Returns at the latest when `call.signal` ends. */
export async function runTool(tool: Tool, sent: unknown, call: ToolCall): Promise<ToolRun> {
  const { args, problems } = validateArguments(tool.parameters, sent)
  if (problems) {
    log('tool.refused', { tool: tool.name, callId: call.id, problems: problems.length })
    return { ran: false, result: { text: refusal(problems) } }
  }
  if (call.signal.aborted)
    return { ran: false, result: { text: 'The tool was not called: the time limit is reached.' } }
  const started = performance.now()
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(DEADLINE_MS)])
  const { result, error } = await runToEnd(tool, args, { ...call, signal })
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
  return `The tool was not called because its arguments are invalid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`
}

interface Outcome {
  readonly result: ToolResult
  /** Name of the thrown error. Its message may contain private data. */
  readonly error?: string
}

async function runToEnd(tool: Tool, args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Outcome> {
  const { promise: timeout, resolve } = Promise.withResolvers<Outcome>()
  const onAbort = () =>
    resolve({ result: { text: `The tool did not finish in time.${uncertainty(tool)}` }, error: 'timeout' })
  call.signal.addEventListener('abort', onAbort, { once: true })
  try {
    const run = tool.run(args, call).then((result) => ({ result: { ...result, text: asData(tool.name, result.text) } }))
    return await Promise.race([timeout, run])
  } catch (error) {
    return {
      result: { text: `The tool failed.${uncertainty(tool)}` },
      error: error instanceof Error ? error.name : 'unknown',
    }
  } finally {
    call.signal.removeEventListener('abort', onAbort)
  }
}

function uncertainty({ changesOutside }: Tool): string {
  return changesOutside ? ' It is not known whether it took effect.' : ''
}
