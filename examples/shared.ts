import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createClient, type OperationInput, verifyWebhook, WebhookVerificationError } from '@replywright/client'
import type { openInbox } from './receivers/inbox.ts'

/** Where the service is. `npm start` writes this file; write one with these fields for a deployed stage. */
interface Ready {
  readonly baseUrl: string
  readonly apiKey: string
  readonly account: { readonly id: string }
  readonly numbers: readonly { readonly number: string; readonly sandbox: boolean }[]
  readonly webhook: { readonly id: string; readonly secret: string }
  readonly providerUrl: string
  readonly modelUrl: string
}

export const ready = readReady(process.env.READY ?? '.local/ready.json')
export const client = createClient({ baseUrl: ready.baseUrl, apiKey: ready.apiKey })
/** The business number, digits without plus. */
export const number = ready.numbers.find(({ sandbox }) => !sandbox)?.number ?? ''

function readReady(file: string): Ready {
  const { webhook, ...others }: Omit<Ready, 'webhook'> & Partial<Ready> = JSON.parse(readText(file))
  if (!webhook)
    throw new Error(
      `${file} has no webhook, because the one of the demo was deleted. Run "npm start" with another DATA_DIR, and set READY to its ready.json.`,
    )
  return { ...others, webhook }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(
      `${file} cannot be read. Run "npm start" in another terminal first, and this program in the same folder.`,
      { cause },
    )
  }
}

/** Connects an agent to the number and to its conversations. An agent of this name is updated. Returns the agent. */
export async function answerWith(settings: OperationInput<'agents/create'>) {
  const agent = (await findAgent(settings.name)) ?? (await client.agents.create({ name: settings.name }))
  const updated = await client.agents.update(agent.id, settings)
  await client.phoneNumbers.connectAgent(number, { agentId: agent.id, applyToExisting: true })
  return updated
}

async function findAgent(name: string) {
  for await (const agent of client.agents.list.all()) if (agent.name === name) return agent
}

/** Creates a template and submits it to the provider, unless it exists. Returns its id. Only approved templates can be sent. */
export async function submitTemplate(input: OperationInput<'msg-templates/create'>): Promise<string> {
  const known = (await client.msgTemplates.list()).find(({ name }) => name === input.name)
  const { id } = known ?? (await client.msgTemplates.create(input))
  const { publishResults, publishErrors } = await client.msgTemplates.publish(id, { accountIds: [ready.account.id] })
  for (const { error } of publishErrors) throw new Error(error)
  for (const { providerTemplateId, status } of publishResults)
    console.log(
      `Template ${input.name} is ${status}: ${ready.providerUrl}/simulator/templates/${providerTemplateId}/review`,
    )
  return id
}

export interface Request {
  /** Without the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The exact bytes. */
  readonly body: Buffer
}
export interface Response {
  readonly status: number
  readonly body?: unknown
}

/** Starts an HTTP server on `PORT` of this machine. Returns its URL, or `PUBLIC_URL`, which leads to it. */
export async function serve(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { url = '/', headers } = request
    const { pathname: path } = new URL(url, 'http://127.0.0.1')
    const { status, body } = await buffer(request)
      .then((body) => handle({ path, headers, body }))
      .catch(failed)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
  })
  const { PORT = '8080' } = process.env
  server.once('error', (error) => {
    throw new Error(`Port ${PORT} cannot be used. Set PORT to another one.`, { cause: error })
  })
  await new Promise<void>((resolve) => server.listen(Number(PORT), '127.0.0.1', resolve))
  const address = server.address()
  if (process.env.PUBLIC_URL) return process.env.PUBLIC_URL
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
}

function failed(error: unknown): Response {
  console.error(error)
  return { status: 500 }
}

/** Verifies a delivery and stores it. A delivery that is refused or not stored gets no 2xx, so that it is not lost. */
export async function receive({ headers, body }: Request, inbox: ReturnType<typeof openInbox>): Promise<Response> {
  try {
    const event = await verifyWebhook(body, headers, ready.webhook.secret)
    inbox.store(String(headers['x-service-delivery']), event)
    return { status: 204 }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { status: 400, body: { error: error.reason } }
    throw error
  }
}
