import * as v from 'valibot'

const Call = v.strictObject({
  name: v.string(),
  /** A string is sent as it is, however malformed. */
  arguments: v.optional(v.union([v.string(), v.record(v.string(), v.unknown())]), {}),
})

const Step = v.pipe(
  v.strictObject({
    /** What the model says, beside calls or alone. */
    text: v.optional(v.string()),
    toolCalls: v.optional(v.pipe(v.array(Call), v.minLength(1))),
    /** An error with this status instead of an answer. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
    /** Waited before the answer, which is the usual one when the step says nothing else. */
    delayMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
    /** No answer, ever. */
    hang: v.optional(v.literal(true)),
  }),
  v.check(
    ({ text, toolCalls, status, hang }) =>
      [text !== undefined || toolCalls !== undefined, status !== undefined, hang !== undefined].filter(Boolean)
        .length <= 1,
    'says several of: text or toolCalls, status, hang',
  ),
)
/** One answer to one request. */
export type Step = v.InferOutput<typeof Step>
export type StepInput = v.InferInput<typeof Step>

/** Answers to give, in order, to requests whose latest user texts or system prompt contain `match`; `''` fits every request. */
export const Script = v.strictObject({ match: v.string(), steps: v.pipe(v.array(Step), v.minLength(1)) })

/** The scripts that were given, in order, with the steps that are left. */
export class Scripts {
  #scripts: { readonly match: string; readonly left: Step[] }[] = []

  /** @throws ValiError when the input is no script */
  add(input: unknown): void {
    const { match, steps } = v.parse(Script, input)
    this.#scripts.push({ match, left: [...steps] })
  }

  /** The next step of the first script that fits any of `texts`, taken from it; undefined when none does. */
  take(texts: readonly string[]): Step | undefined {
    const script = this.#scripts.find(
      ({ match, left }) => left.length > 0 && texts.some((text) => text.includes(match)),
    )
    return script?.left.shift()
  }

  clear(): void {
    this.#scripts = []
  }
}
