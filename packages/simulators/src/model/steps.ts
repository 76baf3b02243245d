import * as v from 'valibot'

const Call = v.strictObject({
  name: v.string(),
  /** A string is sent unchanged, even if malformed. */
  arguments: v.optional(v.union([v.string(), v.record(v.string(), v.unknown())]), {}),
})

const Step = v.pipe(
  v.strictObject({
    /** The text, alone or with tool calls. */
    text: v.optional(v.string()),
    toolCalls: v.optional(v.pipe(v.array(Call), v.minLength(1))),
    /** Returns an error with this status. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
    /** Delay before the response. Without other members, the default response follows. */
    delayMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
    /** The response waits for it. */
    until: v.optional(v.promise()),
    hang: v.optional(v.literal(true)),
    /** Is the body of the response, with the status or 200. */
    body: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.check(
    ({ text, toolCalls, status, hang, body }) =>
      [
        text !== undefined || toolCalls !== undefined,
        status !== undefined || body !== undefined,
        hang !== undefined,
      ].filter(Boolean).length <= 1,
    'must be one of: text or toolCalls, status or body, hang',
  ),
)
export type Step = v.InferOutput<typeof Step>
export type StepInput = v.InferInput<typeof Step>

/**
 * Responses, in order, to requests whose latest user texts or system prompt contain `match`; `''` matches all. With `model`,
 * only to requests of this model.
 */
const Script = v.strictObject({
  match: v.string(),
  model: v.optional(v.string()),
  steps: v.pipe(v.array(Step), v.minLength(1)),
})

/** The remaining steps of the scripts, in order. */
export class Scripts {
  #scripts: { readonly match: string; readonly model: string | undefined; readonly left: Step[] }[] = []

  /** Adds a script. @throws ValiError if the input is not a script */
  add(input: unknown): void {
    const { match, model, steps } = v.parse(Script, input)
    this.#scripts.push({ match, model, left: [...steps] })
  }

  /** Takes the next step of the first script that matches any of `texts` and the model `of`; undefined if none does. */
  take(texts: readonly string[], of: string): Step | undefined {
    const script = this.#scripts.find(
      ({ match, model = of, left }) => left.length > 0 && model === of && texts.some((text) => text.includes(match)),
    )
    return script?.left.shift()
  }

  clear(): void {
    this.#scripts = []
  }
}
