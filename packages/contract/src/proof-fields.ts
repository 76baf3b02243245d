import * as v from 'valibot'
import { Json } from './agents-sub-resources.ts'
import { stringifyExactJson } from './exact-json.ts'
import { maxCharacters, wellFormed } from './fields.ts'

const MOST_RUNS = 20
export const MOST_CRITERIA = 10
const LONGEST_CRITERION = 500
const LARGEST_RESULTS = 64 * 1024

/** A whole number from 1. */
/* @__NO_SIDE_EFFECTS__ */
export const from1 = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
export const Short = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  maxCharacters(LONGEST_CRITERION),
  wellFormed,
)
/** One text or several. */
export const Texts = v.pipe(
  v.union(
    [Short, v.pipe(v.array(Short), v.maxLength(MOST_CRITERIA, `must be at most ${MOST_CRITERIA} texts`))],
    'must be a text or a list of texts',
  ),
  v.transform((texts) => [texts].flat()),
)

export const Results = v.config(
  v.pipe(
    v.record(v.string(), Json),
    v.check(
      (results) => stringifyExactJson(results).length <= LARGEST_RESULTS,
      `must be at most ${LARGEST_RESULTS / 1024} KB as JSON`,
    ),
  ),
  // Results that are nested too deeply cannot be written as JSON.
  { abortPipeEarly: true },
)

/** How often a simulated customer is played. */
export const Runs = from1(MOST_RUNS)
/** Where tools of simulated customers get their results. */
export const ProofTools = v.union(
  [v.literal('live_read_only'), Results],
  'must be "live_read_only", or results by the name of the tool',
)

/** What a tool of a replay returns for a call of which no result was recorded. */
const ToolChoice = v.union(
  [v.picklist(['recorded', 'live_read_only', 'stop']), v.object({ result: Json })],
  'must be "recorded", "live_read_only", "stop", or {"result": …}',
)
export type ToolChoice = v.InferOutput<typeof ToolChoice>
/** Where tools of a replay get their results. */
export const ReplayTools = v.config(
  v.pipe(
    v.union(
      [v.picklist(['recorded', 'live_read_only']), v.record(v.string(), ToolChoice)],
      'must be "recorded", "live_read_only", or a choice by the name of the tool',
    ),
    v.check(
      (tools) => typeof tools === 'string' || stringifyExactJson(tools).length <= LARGEST_RESULTS,
      `must be at most ${LARGEST_RESULTS / 1024} KB as JSON`,
    ),
  ),
  { abortPipeEarly: true },
)
