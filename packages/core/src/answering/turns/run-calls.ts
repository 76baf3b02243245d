import type { StepCall, StepReply } from '../../agents/models/step-messages.ts'
import type { Tool, ToolCall } from '../../agents/tool.ts'
import { type Clock, derivedTimeId, timeOfId } from '../../platform/clock.ts'
import { runTool, type ToolRun } from '../tools/run-tool.ts'
import type { StoredResult } from './turn-steps.ts'

/** Maximum number of tool calls in one step; the others are not run. */
const MOST_CALLS = 8

interface CallsContext {
  readonly turnId: string
  readonly round: number
  readonly step: number
  readonly tools: readonly Tool[]
  /** Names of the tools that pass the conversation to another agent. */
  readonly handoffs: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Stores a result when its tool ends. Returns the stored result. */
  store(result: StoredResult): Promise<StoredResult>
}

/** Runs calls without a stored result in parallel, then the first handoff. Returns all results in call order. */
export async function runCalls(
  { toolCalls }: StepReply,
  stored: readonly StoredResult[],
  context: CallsContext,
): Promise<StoredResult[]> {
  const known = new Map(stored.map((result) => [result.index, result]))
  const run = async (call: StepCall, index: number, refused?: string): Promise<StoredResult> =>
    known.get(index) ?? (await context.store(await runCall(call, index, refused, context)))
  const firstHandoff = toolCalls.findIndex(({ name }) => context.handoffs.has(name))
  const others = await Promise.all(
    toolCalls.flatMap((call, index) =>
      index === firstHandoff ? [] : [run(call, index, refusal(call, index, context))],
    ),
  )
  const handoff = toolCalls[firstHandoff]
  const last = handoff ? [await run(handoff, firstHandoff)] : []
  return [...others, ...last].toSorted((a, b) => a.index - b.index)
}

function refusal({ name }: StepCall, index: number, { handoffs }: CallsContext): string | undefined {
  if (handoffs.has(name)) return 'Only one handoff per step is possible.'
  return index >= MOST_CALLS ? 'The tool was not called: too many calls in one step.' : undefined
}

async function runCall(
  call: StepCall,
  index: number,
  refused: string | undefined,
  { turnId, round, step, tools, signal, clock }: CallsContext,
): Promise<StoredResult> {
  const tool = tools.find(({ name }) => name === call.name)
  const [at, started] = [clock(), performance.now()]
  const toolCall: ToolCall = { id: callId(turnId, round, step, index), now: at, signal }
  const text = refused ?? call.invalid ?? (tool ? undefined : `Unknown tool: ${call.name}.`)
  const { ran, result }: ToolRun =
    tool && text === undefined ? await runTool(tool, call.args, toolCall) : { ran: false, result: { text: text ?? '' } }
  return {
    index,
    ran,
    changesOutside: ran && tool?.changesOutside === true,
    creditCost: ran ? (tool?.creditCost ?? 0) : 0,
    result,
    at,
    durationMs: Math.round(performance.now() - started),
  }
}

/**
 * Returns the id of a call. It is the same when a turn is repeated from its stored steps. It has the time of the turn,
 * because it is the id of the wake-up that the call creates, and of that one's turn: the ids of turns sort by time.
 */
export function callId(turnId: string, round: number, step: number, index: number): string {
  return derivedTimeId(timeOfId(turnId), 'tool call', turnId, String(round), String(step), String(index))
}
