import { isObject, parseJson } from '@replywright/contract/json.ts'
import type { Ms } from '@replywright/contract/time.ts'

/** How the configured model answered a call with a tool. */
export interface ModelAnswer {
  readonly model: string
  readonly milliseconds: Ms
  readonly calledTool: boolean
  /** Why it did not answer; undefined if it did. */
  readonly problem: string | undefined
}

/** Returns what the banner says of the model: its name, its server, and how it answered. */
export function modelRow({ model, milliseconds, calledTool, problem }: ModelAnswer, baseUrl: string): string {
  const named = `${model} at ${baseUrl}`
  if (problem !== undefined) return `${named} does not answer`
  const seconds = `answers in ${(milliseconds / 1000).toFixed(1)} s`
  return calledTool ? `${named} ${seconds}` : `${named} ${seconds}, but calls no tools`
}

/** Returns the warning below the banner; undefined if agents can use the model. */
export function modelWarning({ calledTool, problem }: ModelAnswer): string | undefined {
  if (problem !== undefined) return failureNotice(problem)
  if (calledTool) return undefined
  return `The model answers, but did not call a tool although the prompt requires it. Agents need tools.
Set MODEL_ID to a model that calls tools, and start again.`
}

/**
 * Returns a function that reads the log lines of the functions, and returns what the terminal says of the model: when
 * it first fails, and when it answers again. It says nothing of the failures between.
 * @param hasFailed whether a failure was said already
 */
export function watchModel(hasFailed: boolean): (line: string) => string | undefined {
  let isFailing = hasFailed
  return (line) => {
    if (!CONCERNED.test(line)) return undefined
    const event = parseJson(line)?.value
    const failure = isObject(event) ? failureOf(event) : undefined
    const answers = isObject(event) && event.event === 'turn.stepped'
    if (failure !== undefined && !isFailing) {
      isFailing = true
      return failureNotice(failure)
    }
    if (!answers || !isFailing) return undefined
    isFailing = false
    return 'The model answers again.'
  }
}

/** Cheaper than parsing each line. */
const CONCERNED = /"event":"(?:model\.(?:down|access_denied)|turn\.(?:given_up|stepped))"/

function failureOf({ event, reason, error }: Readonly<Record<string, unknown>>): string | undefined {
  if (event === 'model.down') return String(reason)
  if (!isObject(error) || !/^Model(?:Down|Refused)Error$/.test(String(error.name))) return undefined
  return String(error.message ?? error.name)
}

function failureNotice(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. Agents do not reply.
${remedyOf(reason)} "npm run ops -- model check" calls it again.`
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/\b40[13]\b/, 'The server rejects the key: set MODEL_API_KEY, and start again.'],
  [
    /\b404\b/,
    'The server does not have the model, or not at this address: set MODEL_ID to one that it lists, or MODEL_BASE_URL with the version, such as http://127.0.0.1:11434/v1, and start again.',
  ],
  [/\b429\b/, 'The server limits the requests of this key: raise the limit there.'],
  [/network/, 'Nothing answers at MODEL_BASE_URL: start the server, or set another address and start again.'],
  [/timeout/, 'The model took too long: wait until it is loaded, or set MODEL_ID to a faster one and start again.'],
  [
    /unreadable/,
    'The answer is no chat completion: set MODEL_BASE_URL to the path of the API, such as http://127.0.0.1:11434/v1, and start again.',
  ],
  [/\b5\d\d\b/, 'The server has a problem: read its log.'],
]

function remedyOf(reason: string): string {
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(reason)) ?? []
  return remedy ?? 'Check MODEL_ID, and whether the model supports tools, and start again.'
}
