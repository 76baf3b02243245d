import * as v from 'valibot'
import { wellFormed } from './fields.ts'
import { ENDS, MOODS, MOST_TURNS } from './proofs.ts'

const LONGEST_TEXT = 4096
const LONGEST_NAME = 200
const MOST_TEXTS = 50

const text = (most: number) =>
  v.pipe(v.string(), v.maxLength(most, `must be at most ${most.toLocaleString('en')} characters`), wellFormed)
const Text = text(LONGEST_TEXT)
const Texts = v.pipe(
  v.union([Text, v.array(Text)], 'must be a text or a list of texts'),
  v.transform((texts) => [texts].flat()),
  v.maxLength(MOST_TEXTS, `must be at most ${MOST_TEXTS} texts`),
)

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'iu') instanceof RegExp
  } catch {
    return false
  }
}

const Patterns = v.pipe(
  Texts,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const pattern of dataset.value)
      if (!isPattern(pattern)) addIssue({ message: `${JSON.stringify(pattern)} is not a regular expression` })
  }),
)
const Count = v.pipe(v.number(), v.integer(), v.minValue(1))
const Usd = v.pipe(v.number(), v.minValue(0))
const Fields = v.record(v.string(), v.unknown())

/** What a test expects of the reply to a turn of the customer, field by field. */
export const turnExpectation = {
  /** What the replies say. A model judges it. */
  says: v.optional(Texts, []),
  /** Regular expressions, without regard to case. */
  matches: v.optional(Patterns, []),
  /** Called tools, with arguments that the call has among others. */
  calls: v.optional(v.record(v.string(), v.nullable(Fields)), {}),
  neverCalls: v.optional(Texts, []),
  asksForHuman: v.optional(v.boolean()),
  /** Ids of agents. */
  handsOffTo: v.optional(Texts, []),
  /** Values by memory key. */
  remembers: v.optional(Fields, {}),
  /** Texts that no reply contains, without regard to case. */
  doesNotSay: v.optional(Texts, []),
  /** Tools that were called in this order. Other calls may be between them. */
  callsInOrder: v.optional(Texts, []),
  /** Read and written tokens of the turn. */
  maxTokens: v.optional(Count),
  /** What the turn may cost. */
  maxUsd: v.optional(Usd),
} as const
export const TurnExpectation = v.object(turnExpectation)
export type TurnExpectation = v.InferOutput<typeof TurnExpectation>

/** What a test expects of a conversation with a simulated customer, field by field. */
export const talkExpectation = {
  /** What the replies say. A model judges it. */
  says: v.optional(Texts, []),
  /** Whether the customer reaches the goal. */
  reaches: v.optional(v.boolean(), true),
  doesNotSay: v.optional(Texts, []),
  callsInOrder: v.optional(Texts, []),
  neverCalls: v.optional(Texts, []),
  endsWith: v.optional(v.picklist(ENDS)),
  maxUsd: v.optional(Usd),
} as const

/** A simulated customer, who replaces the turns of a test: a model writes the messages. Field by field. */
export const testedCustomer = {
  persona: Text,
  goal: Text,
  knows: v.optional(v.unknown(), ''),
  mustNotReveal: v.optional(Texts, []),
  language: v.optional(Text),
  moods: v.optional(v.array(v.picklist(MOODS)), []),
  /** The first messages, word for word. */
  says: v.optional(Texts, []),
  turns: v.optional(v.pipe(Count, v.maxValue(MOST_TURNS)), 8),
} as const

const Button = v.object({ id: text(LONGEST_NAME), text: Text })
const TextTurn = v.object({ customer: Text, expect: v.optional(TurnExpectation) })
const ButtonTurn = v.object({ button: Button, expect: v.optional(TurnExpectation) })
/** A turn of the customer: a text, or a tapped button. */
const Turn = v.lazy((turn) => ('button' in Object(turn) ? ButtonTurn : TextTurn))

const tested = {
  name: v.pipe(text(LONGEST_NAME), v.trim(), v.nonEmpty('must not be empty')),
  /** Results by tool name. Such a tool is not called. */
  tools: v.optional(Fields, {}),
} as const
const TurnsTest = v.object({
  ...tested,
  turns: v.pipe(
    v.array(Turn),
    v.minLength(1, 'must have at least one turn'),
    v.maxLength(MOST_TURNS, `must be at most ${MOST_TURNS} turns`),
  ),
})
export type TurnsTest = v.InferOutput<typeof TurnsTest>
const CustomerTest = v.object({
  ...tested,
  customer: v.object(testedCustomer),
  expect: v.optional(v.object(talkExpectation), {}),
})
export type CustomerTest = v.InferOutput<typeof CustomerTest>

/** A test of an agent as the service runs it: turns of a customer with expectations, or a simulated customer. */
export const AgentTest = v.lazy((test) => ('customer' in Object(test) ? CustomerTest : TurnsTest))
export type AgentTest = CustomerTest | TurnsTest
