import { settings } from '../../platform/settings.ts'
import type { AgentSettings } from '../agent-settings.ts'
import { bedrockGuardrail } from './bedrock-guardrail.ts'

/** When a text is checked: what the customer wrote, what a tool returned, and what the agent is about to say. */
export type Moment = 'customer' | 'tool' | 'reply'

/** The score from which a text is stopped, by check: 0 to 1, null for a check that is not made. */
export type Thresholds = NonNullable<AgentSettings['guardrails']>
export type Check = keyof Thresholds

/** A score of a text, 0 to 1. */
export interface Score {
  readonly check: Check
  /** What was found, such as `HATE`. */
  readonly name: string
  readonly score: number
}

/** Scores a text with the given checks. @throws ModelDownError if a retry may succeed */
export interface Guardrail {
  score(moment: Moment, text: string, checks: readonly Check[], signal: AbortSignal): Promise<Score[]>
}

const CHECKS_AT: Readonly<Record<Moment, readonly Check[]>> = {
  customer: ['contentFilter', 'promptAttack'],
  tool: ['promptAttack'],
  reply: ['contentFilter', 'sensitiveInformation'],
}

/** Returns the checks of a moment that have a threshold. */
export function checksAt(moment: Moment, thresholds: Thresholds): Check[] {
  return CHECKS_AT[moment].filter((check) => thresholds[check] !== null)
}

/** Returns the first score that reaches its threshold, or undefined. */
export function reached(scores: readonly Score[], thresholds: Thresholds): Score | undefined {
  return scores.find(({ check, score }) => score >= (thresholds[check] ?? Number.POSITIVE_INFINITY))
}

/** Returns why a text is stopped, or undefined. */
export type CheckText = (moment: Moment, text: string, signal: AbortSignal) => Promise<Score | undefined>

/**
 * Returns a function that checks texts for an agent. It calls nothing if the deployment has no guardrail, the agent has no
 * thresholds, or the text is empty.
 */
export function openGuardrail(
  { guardrails }: Pick<AgentSettings, 'guardrails'>,
  guardrail: Guardrail = bedrockGuardrail,
): CheckText {
  return async (moment, text, signal) => {
    if (settings.GUARDRAILS === '' || !guardrails || text.trim() === '') return undefined
    const checks = checksAt(moment, guardrails)
    if (checks.length === 0) return undefined
    return reached(await guardrail.score(moment, text, checks, signal), guardrails)
  }
}
