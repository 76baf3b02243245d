import * as v from 'valibot'

const milliseconds = v.pipe(v.number(), v.minValue(0))
const delayMs = v.optional(milliseconds, 0)

/** How the receiver responds to one delivery. */
export const Behaviour = v.variant('kind', [
  v.strictObject({
    kind: v.literal('answer'),
    /** A list is used one delivery at a time; the last value repeats. */
    status: v.optional(v.union([v.number(), v.pipe(v.array(v.number()), v.minLength(1))]), 200),
    /** Delay before the status line. */
    delayMs,
    /** The status line waits for it. */
    until: v.optional(v.promise()),
    headers: v.optional(v.record(v.string(), v.string()), {}),
    body: v.optional(v.string(), ''),
  }),
  /** 307 (or another 3xx) to `location`. */
  v.strictObject({ kind: v.literal('redirect'), location: v.string(), status: v.optional(v.number(), 307), delayMs }),
  /** The connection is reset without a response. */
  v.strictObject({ kind: v.literal('reset'), delayMs }),
  /** Never responds. */
  v.strictObject({ kind: v.literal('hang'), delayMs }),
  /** The status line immediately, then a byte of the body every `everyMs`, without end. */
  v.strictObject({
    kind: v.literal('drip'),
    status: v.optional(v.number(), 200),
    everyMs: v.optional(milliseconds, 100),
    delayMs,
  }),
  /** The status line immediately, then a header every `everyMs`, without end. */
  v.strictObject({ kind: v.literal('slow-headers'), everyMs: v.optional(milliseconds, 100), delayMs }),
  /** A body of `bytes` bytes. */
  v.strictObject({
    kind: v.literal('huge'),
    status: v.optional(v.number(), 200),
    bytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 64 * 1024 * 1024),
    delayMs,
  }),
  /** Bytes that are not HTTP. */
  v.strictObject({ kind: v.literal('invalid-http'), delayMs }),
])
export type Behaviour = v.InferOutput<typeof Behaviour>

/** One behaviour, or a list that is used one delivery at a time; the last repeats. The default `kind` is `answer`. */
export const BehaviourInput = v.pipe(
  v.union([v.array(v.looseObject({})), v.looseObject({})]),
  v.transform((input) => [input].flat().map((one) => ({ kind: 'answer', ...one }))),
  v.array(Behaviour),
  v.minLength(1),
)

type Given<One> = One extends { kind: 'answer' } ? Omit<One, 'kind'> & { kind?: 'answer' } : One
type BehaviourGiven = Given<v.InferInput<typeof Behaviour>>
/** The input of `behave`: `{ status: [500, 500, 200] }`, `{ kind: 'hang' }`, `[{ kind: 'reset' }, {}]`. */
export type BehaviourInput = BehaviourGiven | readonly BehaviourGiven[]

type Step =
  | Exclude<Behaviour, { kind: 'answer' }>
  | (Omit<Extract<Behaviour, { kind: 'answer' }>, 'status'> & { status: number })

/** The behaviours of one path, in order. */
export class Script {
  readonly #steps: Step[]

  /** @throws ValiError if the input is not a BehaviourInput */
  constructor(input: unknown) {
    this.#steps = v.parse(BehaviourInput, input).flatMap((behaviour): Step[] => {
      if (behaviour.kind !== 'answer') return [behaviour]
      return [behaviour.status].flat().map((status) => ({ ...behaviour, status }))
    })
  }

  next(): Step {
    const [first, ...rest] = this.#steps
    if (!first) throw new Error('a script must have at least one step')
    if (rest.length > 0) this.#steps.shift()
    return first
  }
}
export type { Step }
