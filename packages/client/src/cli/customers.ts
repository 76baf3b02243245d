import { queryText } from '../target.ts'
import { API_OPTIONS, readApiOptions } from './api-options.ts'
import { type Api, openApi } from './connection.ts'
import { CliError, type Command, type Io } from './io.ts'
import { helpOf, readArguments } from './options.ts'

const CUSTOMER = { '<customer>': 'Phone number of the customer, contact.id, or user: and a user id' } as const

const EXPORT = {
  name: 'customers export',
  description:
    'Prints what is stored of a customer, one record as JSON in each line: conversations, messages, memory and deliveries.',
  args: CUSTOMER,
  options: API_OPTIONS,
} as const

const ERASE = {
  name: 'customers erase',
  description:
    'Erases what is stored of a customer: conversations, messages, files, memory and deliveries. This cannot be undone. Takes at least two minutes. After an interruption, run it again. Requires a full key whose owner is an admin.',
  args: CUSTOMER,
  options: {
    'dry-run': { type: 'boolean', help: 'Prints what is stored, and erases nothing' },
    json: { type: 'boolean', help: 'Prints the numbers of erased records as JSON' },
    ...API_OPTIONS,
  },
} as const

export const exportCommand: Command = {
  summary: 'prints what is stored of a customer',
  help: () => helpOf(EXPORT),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, EXPORT)
    const [customer = ''] = positionals
    const api = openApi(readApiOptions(values, io.env), io)
    let written = 0
    for await (const { records } of stepsOf(api, 'GET', `${targetOf(customer)}export/`, io))
      for (const record of [records].flat()) {
        written++
        io.out(JSON.stringify(record))
      }
    if (written === 0) throw nothingStored(customer)
    return 0
  },
}

export const eraseCommand: Command = {
  summary: 'erases what is stored of a customer',
  help: () => helpOf(ERASE),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, ERASE)
    const [customer = ''] = positionals
    const api = openApi(readApiOptions(values, io.env), io)
    const target = targetOf(customer)
    if (values['dry-run']) {
      const { conversations, memories } = Object((await api({ method: 'GET', target })).body)
      const messages = [conversations].flat().map((each) => Number(Object(each).messages))
      const found = { conversations: messages.length, messages: sumOf(messages), memories: Number(memories) }
      show(found, values.json, io)
      return 0
    }
    const erased = new Map<string, number>()
    const kept = new Map<string, number>()
    for await (const step of stepsOf(api, 'DELETE', target, io)) {
      for (const [type, count] of Object.entries(Object(step.erased)))
        erased.set(type, (erased.get(type) ?? 0) + Number(count))
      for (const [type, count] of Object.entries(Object(step.kept))) kept.set(type, Number(count))
    }
    if (sumOf([...erased.values(), ...kept.values()]) === 0) throw nothingStored(customer)
    show({ ...Object.fromEntries(erased), ...(kept.size > 0 && { kept: Object.fromEntries(kept) }) }, values.json, io)
    return 0
  },
}

function targetOf(customer: string): string {
  return `/api/v1/customers/${encodeURIComponent(customer)}/`
}

/** A response of the API: fields that the caller must check. */
type Step = Readonly<Record<string, unknown>>

/** Yields the responses of an operation that runs in steps, and waits between them as they say. */
async function* stepsOf(
  api: Api,
  method: 'GET' | 'DELETE',
  target: string,
  { timing, signal }: Io,
): AsyncGenerator<Step> {
  let query = ''
  for (;;) {
    const step: Step = Object((await api({ method, target: target + query })).body)
    yield step
    if (typeof step.next !== 'string') return
    query = queryText({ cursor: step.next })
    if (Number(step.waitSeconds) > 0) await timing.sleep(Number(step.waitSeconds) * 1000, signal)
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function show(counts: Readonly<Record<string, unknown>>, json: boolean | undefined, io: Io): void {
  const lines = Object.entries(counts).map(([type, count]) =>
    type === 'kept'
      ? 'Kept: the customer refuses marketing, under a keyed hash of the number.'
      : `${type.padEnd(16)} ${count}`,
  )
  for (const line of json ? [JSON.stringify(counts)] : lines) io.out(line)
}

function nothingStored(customer: string): CliError {
  return new CliError(
    `Nothing is stored of ${customer} in this organisation. Check the number with its country code, or the user id, and the API key.`,
  )
}
