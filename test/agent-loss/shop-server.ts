import { json } from 'node:stream/consumers'
import { answer, listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { type Database, emptyDatabase, PARAMETERS, runTool } from './shop.ts'

const Body = v.looseObject({ line: v.number() })

/** The shops of all customers. As a good endpoint does, it answers a repeated Idempotency-Key without doing it again. */
export interface Shops extends AsyncDisposable {
  readonly url: string
  /** Returns the database of a customer, by their number in digits. */
  databaseOf(customer: string): Database
}

export async function startShops(): Promise<Shops> {
  const databases = new Map<string, Database>()
  const done = new Map<string, object>()
  const databaseOf = (customer: string) => {
    const database = databases.get(customer) ?? emptyDatabase()
    databases.set(customer, database)
    return database
  }
  const server = await listen(async (request, response) => {
    const { line: _, ...args } = v.parse(Body, await json(request))
    const key = String(request.headers['idempotency-key'])
    const customer = String(request.headers['x-customer']).replace('+', '')
    const result = done.get(key) ?? runTool(databaseOf(customer), (request.url ?? '').slice(1), args)
    done.set(key, result)
    answer(response, { status: 200, body: result })
  })
  return { url: server.url, databaseOf, [Symbol.asyncDispose]: server.close }
}

const NUMBERS = ['units', 'line']

/** Returns the settings of an agent with the tools of the shop at a URL. */
export function shopAgent(url: string): object {
  const parameter = (name: string) => ({
    type: NUMBERS.includes(name) ? 'number' : 'string',
    input: { type: 'description', description: name },
  })
  return {
    name: 'Shop',
    systemPrompt: 'You are the assistant of a bicycle shop.',
    stepsPerTurn: 20,
    tools: Object.entries(PARAMETERS).map(([name, parameters]) => ({
      name,
      description: name.replaceAll('_', ' '),
      creditCost: 0,
      apiSchema: {
        url: `${url}/${name}`,
        method: 'POST',
        request_headers: { 'X-Customer': { input: { type: 'value', value: '%PHONE_NUMBER%', public: true } } },
        request_body: Object.fromEntries([...parameters, 'line'].map((each) => [each, parameter(each)])),
      },
    })),
  }
}
