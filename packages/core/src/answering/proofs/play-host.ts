import type { ProofCall, ProofFile } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { openAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { openGuardrail } from '../../agents/guardrails/guardrail.ts'
import { openModels, withFallback } from '../../agents/models/open-model.ts'
import type { InboundFile } from '../../channel/port.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { derivedTimeId, systemClock } from '../../platform/clock.ts'
import { memoryPrompt } from '../memory/memory-store.ts'
import { type Opening, openTools } from '../tools/open-tools.ts'
import { callId } from '../turns/run-calls.ts'
import type { LoopHost } from '../turns/run-model-loop.ts'
import { attachFiles, openStoredFile, seeFiles } from '../turns/show-files.ts'
import type { TurnAgent } from '../turns/turn-agent.ts'
import { NO_TOKENS, plus, type Tokens } from '../turns/turn-cost.ts'
import type { StoredResult, StoredStep } from '../turns/turn-steps.ts'
import type { Play, ResultSource } from './play.ts'
import { closedDoors, knownMcpTools, withCanned } from './proof-tools.ts'

/** Ends the turn in which a tool was called whose result is not known. */
export class PlayStopped extends Error {}

/** Returns what a proof shows of a file that the model saw, or could not see because of `problem`. */
export function fileOf(
  messageId: string,
  { mimeType, filename }: Pick<InboundFile, 'mimeType' | 'filename'>,
  problem: string | null,
): ProofFile {
  return { messageId, mimeType, filename: filename ?? null, problem }
}

interface PlayHost extends LoopHost {
  /** The calls that ran, with the sources of their results. */
  calls(): Omit<ProofCall, 'turn'>[]
  /** The steps with calls, as the next turn reads them. */
  earlier(): Play['earlier']
  /** What the model saw of the customer's files. */
  files(): ProofFile[]
  /** What the model used for the steps. */
  tokens(): Tokens
}

/** Returns what the loop uses in a play: agents without doors, and steps in memory. */
export function playHost(play: Play): PlayHost {
  const steps: (StoredStep & { readonly results: StoredResult[]; readonly at: EpochMs; readonly turnId: string })[] = []
  const sources: ResultSource[][] = []
  const files: ProofFile[] = []
  const called = () =>
    steps.flatMap(({ reply, results }, step) =>
      reply.toolCalls.flatMap(({ name, args }, index) => {
        const result = results.find((each) => each.index === index)
        return result?.ran ? [{ name, args, result: result.result, source: sources[step]?.[index] ?? 'own' }] : []
      }),
    )
  return {
    openAgent: (chat, agent, opening) => openProvedAgent(play, chat, agent, opening),
    findAgent: async (_, agentId) => await play.findAgent(agentId),
    async storeStep(turn, _, agentId, { text, toolCalls, raw, model, at, tokens }) {
      const step = { agentId, model, reply: { text, toolCalls, raw }, results: [], tokens, at, turnId: turn.id }
      steps.push(step)
      return step
    },
    async storeResult(turn, step, result) {
      const stored = steps[step]
      stored?.results.push(result)
      const ofStep = sources[step] ?? []
      ofStep[result.index] = play.sources.get(callId(turn.id, turn.round, step, result.index)) ?? 'own'
      sources[step] = ofStep
      const isLast = stored?.results.length === stored?.reply.toolCalls.length
      if (isLast && play.stoppedBy !== undefined)
        throw new PlayStopped(`The replay ends here: no result of ${play.stoppedBy} was recorded.`)
      return result
    },
    async showFiles(history, model, now) {
      const shown = await seeFiles(history.files, model, now, openStoredFile)
      files.push(
        ...history.files.map(({ ref, file }, index) => {
          const seen = shown[index]
          return fileOf(ref.messageId, file, seen && 'unseen' in seen ? seen.unseen : null)
        }),
      )
      return attachFiles(history, shown)
    },
    files: () => files,
    tokens: () => steps.map((step) => step.tokens).reduce(plus, NO_TOKENS),
    async switchAgent(_, agentId) {
      play.agentId = agentId
    },
    calls: () => called().map(({ name, args, source }) => ({ name, arguments: JSON.stringify(args), result: source })),
    earlier: () =>
      steps.map(({ turnId, agentId, at, reply, results }, step) => ({
        turnId,
        agentId,
        at,
        calls: reply.toolCalls.flatMap(({ name, args }, index) => {
          const { ran, result } = results.find((each) => each.index === index) ?? {}
          if (!ran || !result || result.handoffTo !== undefined || result.choices !== undefined) return []
          return [{ id: shortId(turnId, step, index), name, args, text: result.text }]
        }),
      })),
  }
}

const ID_CHARACTERS = 9

/** Nine letters and digits, which every model accepts. */
function shortId(turnId: string, step: number, index: number): string {
  return derivedTimeId(0, 'call of a proof', turnId, String(step), String(index))
    .replaceAll('-', '')
    .slice(-ID_CHARACTERS)
}

/** Decrypts an agent's secrets and opens its model, and its tools without doors. */
async function openProvedAgent(play: Play, chat: Chat, agent: StoredAgent, opening: Opening): Promise<TurnAgent> {
  const { organizationId, id: agentId } = agent.head
  const open = await openAgent(agent)
  const { settings } = open
  const context = { organizationId, agentId, ...chat }
  // The time of a play is that of the conversation. Settings of models are those of now.
  const [models, own] = await Promise.all([
    openModels(settings, systemClock()),
    openTools(context, open, opening, closedDoors(play)),
  ])
  const known = new Set(own.tools.map(({ name }) => name))
  return {
    ...own,
    tools: withCanned([...own.tools, ...knownMcpTools(settings, known, play)], play),
    agentId,
    settings,
    model: models.first.model,
    callModels: withFallback(models),
    checkText: openGuardrail(settings),
    memory: memoryPrompt(settings.memoryKeys, play.memory.get(agentId) ?? new Map()),
  }
}
