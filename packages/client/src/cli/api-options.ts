import { trimEnd } from '@replywright/contract/trim-end.ts'
import { ApiError, ConnectionError } from '../errors.ts'
import { CliError, type Io } from './io.ts'

const DEFAULT_URL = 'http://127.0.0.1:3000'

/** The options of every command that calls the API. */
export const API_OPTIONS = {
  url: {
    type: 'string',
    value: 'url',
    help: `Base URL of the API, without /api/v1. Default: REPLYWRIGHT_BASE_URL, or ${DEFAULT_URL}`,
  },
  'api-key': { type: 'string', value: 'key', help: 'API key. Default: REPLYWRIGHT_API_KEY' },
} as const

export interface ApiOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
}

/** Returns the base URL and the API key from the options or the environment. @throws CliError */
export function readApiOptions(values: { url?: string; 'api-key'?: string }, env: Io['env']): ApiOptions {
  const baseUrl = values.url ?? (env.REPLYWRIGHT_BASE_URL || DEFAULT_URL)
  const apiKey = values['api-key'] ?? env.REPLYWRIGHT_API_KEY
  if (!apiKey) throw new CliError('No API key: use --api-key <key>, or set REPLYWRIGHT_API_KEY.', 2)
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new CliError('The API key must be printable ASCII without spaces.', 2)
  return { baseUrl: trimEnd(readHttpUrl('--url', baseUrl), '/'), apiKey }
}

/** Returns an http or https URL. @throws CliError that names the option */
export function readHttpUrl(option: string, text: string): string {
  if (/\s/.test(text) || !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CliError(`${option} must be an http or https URL, such as ${DEFAULT_URL}, not "${text}".`, 2)
  return text
}

/** The statuses of calls that fail again until an argument is changed: a value, the key, or the id. */
const WRONG_ARGUMENTS = [400, 401, 403, 404]

/** Returns the error that the user sees for a failed call of the API. */
export function explainApiError(error: unknown, { baseUrl }: ApiOptions): unknown {
  if (error instanceof ConnectionError)
    return new CliError(`Cannot reach the API at ${baseUrl} (${reasonOf(error)}). Check --url, or start the service.`)
  if (!(error instanceof ApiError)) return error
  if (error.status === 401)
    return new CliError(`The API at ${baseUrl} rejected the API key (401). Check --api-key.`, 2, error.status)
  if (error.code === 'unexpected_response')
    return new CliError(`${baseUrl} does not respond like the API (${error.message}). Check --url.`)
  const sentences = error.details.map(({ path, message }) => `${path}: ${message}`)
  // The message has the first problems already.
  const details = sentences.filter((each) => !error.message.includes(each)).map((each) => ` ${each}.`)
  return new CliError(
    `${error.message.replace(/\.$/, '')} (${error.status} ${error.code}).${details.join('')}`,
    WRONG_ARGUMENTS.includes(error.status) ? 2 : 1,
    error.status,
  )
}

/** Returns why there was no response: the code of the system's error, such as `ECONNREFUSED`, or its text. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof ConnectionError && error.reason === 'timeout') return 'timeout'
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
