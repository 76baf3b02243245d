import * as v from 'valibot'

const milliseconds = v.pipe(v.number(), v.minValue(0))
const delayMs = v.optional(milliseconds, 0)

/** How one delivery is answered. */
export const Behaviour = v.variant('kind', [
  v.strictObject({
    kind: v.literal('answer'),
    /** A list is worked off one delivery at a time; the last one stays. */
    status: v.optional(v.union([v.number(), v.pipe(v.array(v.number()), v.minLength(1))]), 200),
    /** Waited before the status line. */
    delayMs,
    headers: v.optional(v.record(v.string(), v.string()), {}),
    body: v.optional(v.string(), ''),
  }),
  /** 307 (or another 3xx) to `location`. */
  v.strictObject({ kind: v.literal('redirect'), location: v.string(), status: v.optional(v.number(), 307), delayMs }),
  /** The connection is reset instead of an answer. */
  v.strictObject({ kind: v.literal('reset'), delayMs }),
  /** No answer, ever. */
  v.strictObject({ kind: v.literal('hang'), delayMs }),
  /** The status line at once, then a byte of the body every `everyMs`, for ever. */
  v.strictObject({
    kind: v.literal('drip'),
    status: v.optional(v.number(), 200),
    everyMs: v.optional(milliseconds, 100),
    delayMs,
  }),
  /** The status line at once, then a header every `everyMs`, for ever. */
  v.strictObject({ kind: v.literal('slow-headers'), everyMs: v.optional(milliseconds, 100), delayMs }),
  /** A body of `bytes` bytes. */
  v.strictObject({
    kind: v.literal('huge'),
    status: v.optional(v.number(), 200),
    bytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 64 * 1024 * 1024),
    delayMs,
  }),
  /** Bytes that are no HTTP. */
  v.strictObject({ kind: v.literal('invalid-http'), delayMs }),
])
export type Behaviour = v.InferOutput<typeof Behaviour>

/** One behaviour, or one for each delivery in turn of which the last stays. `kind` is `answer` when left out. */
export const BehaviourInput = v.pipe(
  v.union([v.array(v.looseObject({})), v.looseObject({})]),
  v.transform((input) => [input].flat().map((one) => ({ kind: 'answer', ...one }))),
  v.array(Behaviour),
  v.minLength(1),
)

type Given<One> = One extends { kind: 'answer' } ? Omit<One, 'kind'> & { kind?: 'answer' } : One
type BehaviourGiven = Given<v.InferInput<typeof Behaviour>>
/** What `behave` takes: `{ status: [500, 500, 200] }`, `{ kind: 'hang' }`, `[{ kind: 'reset' }, {}]`. */
export type BehaviourInput = BehaviourGiven | readonly BehaviourGiven[]

type Step =
  | Exclude<Behaviour, { kind: 'answer' }>
  | (Omit<Extract<Behaviour, { kind: 'answer' }>, 'status'> & { status: number })

/** The behaviours of one path in the order in which deliveries meet them. */
export class Script {
  readonly #steps: Step[]

  /** @throws ValiError when the input is no BehaviourInput */
  constructor(input: unknown) {
    this.#steps = v.parse(BehaviourInput, input).flatMap((behaviour): Step[] => {
      if (behaviour.kind !== 'answer') return [behaviour]
      return [behaviour.status].flat().map((status) => ({ ...behaviour, status }))
    })
  }

  next(): Step {
    const [first, ...rest] = this.#steps
    if (!first) throw new Error('a script has at least one step')
    if (rest.length > 0) this.#steps.shift()
    return first
  }
}
export type { Step }
