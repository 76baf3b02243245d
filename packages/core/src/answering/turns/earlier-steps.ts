import { createHash } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { StepCall } from '../../agents/models/step-messages.ts'
import { isLive } from '../../platform/clock.ts'
import { RECALL } from '../tools/recall-tool.ts'
import {
  readResult,
  readStep,
  type StoredResult,
  TurnResultEntity,
  type TurnResultItem,
  TurnStepEntity,
  type TurnStepItem,
} from './turn-steps.ts'

/** A tool call of an earlier turn. */
export interface EarlierCall extends Pick<StepCall, 'name' | 'args'> {
  /** Nine letters and digits, which every model accepts. Unique in the conversation, and always the same. */
  readonly id: string
  /** The whole result, as the model read it. */
  readonly text: string
}

/** The tool calls of one response of the model in an earlier turn. */
export interface EarlierStep {
  readonly turnId: string
  readonly agentId: string
  /** When the model was called. */
  readonly at: EpochMs
  readonly calls: readonly EarlierCall[]
}

/** Bounds what is read for each turn. The budget of the history is usually reached before. */
const MOST_STEPS = 32
const MOST_RESULTS = 64

/** Sorts after every result of a turn. */
const LAST = { round: 99, step: 99, index: 99 }

/** The result of a call whose worker died before it was stored, in a turn that was not continued. */
const UNKNOWN_RESULT = 'It is not known whether this call had an effect.'

/** Returns the latest tool calls of a session in earlier turns, oldest first. Uses a query, and a second one if there are any. */
export async function findEarlierSteps(
  { organizationId, id: conversationId, sessionId }: SessionKey,
  turnId: string,
  now: EpochMs,
): Promise<EarlierStep[]> {
  const key = { organizationId, conversationId }
  const steps = await TurnStepEntity.query.byTurn(key).go({ order: 'desc', limit: MOST_STEPS, consistent: true })
  const ofSession = steps.data.filter((step) => step.sessionId === sessionId && isLive(step, now))
  const [newest, oldest] = [ofSession[0], ofSession.at(-1)]
  if (!newest || !oldest) return []
  const results = await TurnResultEntity.query
    .byTurn(key)
    .between({ turnId: oldest.turnId }, { turnId: newest.turnId, ...LAST })
    .go({ order: 'desc', limit: MOST_RESULTS, consistent: true })
  return joinSteps(ofSession, results.data, { turnId, hasMoreResults: results.cursor !== null })
}

interface SessionKey {
  readonly organizationId: string
  readonly id: string
  readonly sessionId: string
}

/**
 * Returns the calls that ran, oldest first, each with its result. Leaves out the turn `turnId`, the earlier rounds of a
 * turn that started over, and what the messages of the conversation show: handoffs, choices and requests for a number. `steps` and `results`
 * are the latest ones, the latest first. With `hasMoreResults`, the oldest steps may lack results that are stored.
 */
export function joinSteps(
  steps: readonly TurnStepItem[],
  results: readonly TurnResultItem[],
  { turnId, hasMoreResults }: { readonly turnId: string; readonly hasMoreResults: boolean },
): EarlierStep[] {
  const oldest = results.at(-1)
  const isComplete = (step: TurnStepItem) => !hasMoreResults || !oldest || placeOf(step) > placeOf(oldest)
  const lastRounds = new Map<string, number>()
  for (const step of steps) lastRounds.set(step.turnId, Math.max(step.round, lastRounds.get(step.turnId) ?? 0))
  return steps
    .filter((step) => step.turnId !== turnId && step.round === lastRounds.get(step.turnId) && isComplete(step))
    .toReversed()
    .map((step) => {
      const ofStep = results.filter((result) => placeOf(result) === placeOf(step)).map(readResult)
      return { turnId: step.turnId, agentId: step.agentId, at: step.at ?? 0, calls: callsOf(step, ofStep) }
    })
    .filter(({ calls }) => calls.length > 0)
}

type Place = Pick<TurnStepItem, 'turnId' | 'round' | 'step'>

/** Sorts as the items do. */
function placeOf({ turnId, round, step }: Place): string {
  return [turnId, ...[round, step].map((number) => String(number).padStart(2, '0'))].join('#')
}

function callsOf(item: TurnStepItem, results: readonly StoredResult[]): EarlierCall[] {
  const { reply } = readStep(item)
  return reply.toolCalls.flatMap(({ name, args }, index) => {
    const stored = results.find((result) => result.index === index)
    const { handoffTo, choices, asksForNumber, text } = stored?.result ?? { text: UNKNOWN_RESULT }
    const isShown = handoffTo !== undefined || choices !== undefined || asksForNumber
    if (stored?.ran === false || name === RECALL || isShown) return []
    return [{ id: callId(item, index), name, args, text }]
  })
}

/** Returns the calls of a step with their results. A call without a stored result did not end. */
export function readCalls(
  step: TurnStepItem,
  results: readonly TurnResultItem[],
): { readonly name: string; readonly args: EarlierCall['args']; readonly text: string; readonly ran: boolean }[] {
  const ofStep = results.filter((result) => placeOf(result) === placeOf(step)).map(readResult)
  return readStep(step).reply.toolCalls.map(({ name, args }, index) => {
    const stored = ofStep.find((result) => result.index === index)
    return { name, args, text: stored?.result.text ?? UNKNOWN_RESULT, ran: stored?.ran ?? false }
  })
}

const ID_CHARACTERS = 9

/** The model's own ids are not unique in a conversation, and some models accept only this form. */
function callId(place: Place, index: number): string {
  return createHash('sha256')
    .update(`${placeOf(place)}#${index}`)
    .digest('hex')
    .slice(0, ID_CHARACTERS)
}
