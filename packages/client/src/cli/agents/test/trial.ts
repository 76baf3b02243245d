import type { TurnResult } from '@replywright/contract/judge-turn.ts'
import * as v from 'valibot'
import type { Api } from '../../connection.ts'
import { CliError, type Io } from '../../io.ts'
import type { TurnFile } from './test-file.ts'

const POLL_MS = 1_000
const LONGEST_MS = 5 * 60_000

const Trial = v.object({
  id: v.string(),
  state: v.string(),
  messages: v.array(v.object({ id: v.string(), role: v.string(), text: v.string() })),
  turns: v.array(
    v.object({
      toolCalls: v.array(v.object({ name: v.string(), arguments: v.string() })),
      agentIds: v.array(v.string()),
      inputTokens: v.number(),
      outputTokens: v.number(),
      usd: v.optional(v.number(), 0),
    }),
  ),
  memory: v.record(v.string(), v.unknown()),
})

export interface CustomerTurn {
  readonly text: string
  readonly buttonId?: string
  readonly file?: TurnFile
}

/** Deletes what a test created. Does not throw: the tests count without it. */
export type Remove = (target: string) => Promise<void>

/** A conversation with an agent on the sandbox number. */
export interface Trial {
  /** Sends a turn and returns what the agent did. @throws CliError if no model replied */
  readonly send: (turn: CustomerTurn) => Promise<TurnResult>
  readonly close: () => Promise<void>
}

/** @param toolResults results by tool name
 *  @param draft whether the draft of the agent is tried */
export function openTrial(
  api: Api,
  remove: Remove,
  { timing, signal }: Io,
  agentId: string,
  toolResults: Readonly<Record<string, unknown>> = {},
  draft = false,
): Trial {
  const target = `/api/v1/agents/${encodeURIComponent(agentId)}/trials/`
  let trialId: string | undefined
  let seen = { messages: 0, turns: 0 }
  return {
    send: async (turn) => {
      const body = trialId === undefined ? { ...turn, toolResults, draft } : { ...turn, trialId }
      let trial = v.parse(Trial, (await api({ method: 'POST', target, body })).body)
      trialId = trial.id
      const end = timing.now() + LONGEST_MS
      while (trial.state === 'answering') {
        if (timing.now() > end) throw new CliError('The agent did not reply within five minutes.')
        await timing.sleep(POLL_MS, signal)
        trial = v.parse(Trial, (await api({ method: 'GET', target: `${target}${trial.id}/` })).body)
      }
      if (trial.state === 'failed') throw new CliError('No model replied.')
      const [messages, turns] = [trial.messages.slice(seen.messages), trial.turns.slice(seen.turns)]
      seen = { messages: trial.messages.length, turns: trial.turns.length }
      return {
        replies: messages.filter(({ role }) => role === 'agent').map(({ text }) => text),
        calls: turns.flatMap((each) =>
          each.toolCalls.map((call) => ({ name: call.name, args: JSON.parse(call.arguments) })),
        ),
        agentIds: turns.flatMap(({ agentIds }) => agentIds),
        memory: trial.memory,
        usd: turns.reduce((sum, { usd }) => sum + usd, 0),
        tokens: turns.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
      }
    },
    close: async () => {
      if (trialId !== undefined) await remove(`${target}${trialId}/`)
    },
  }
}
