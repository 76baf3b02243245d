import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import * as v from 'valibot'
import { type Clock, delay, unixSeconds } from '../clock.ts'
import { controlProblem } from '../control-problem.ts'
import { answer, type Reply } from '../http.ts'
import type { Inbox } from '../inbox.ts'
import { type Asked, askedByChat, askedForImage } from './asked.ts'
import { completionBody, completionChunks } from './completions.ts'
import { defaultReply, type ModelReply } from './default-reply.ts'
import { embeddingOf } from './embedding.ts'
import { renderPage } from './page.ts'
import { ChatRequest, EmbeddingRequest, ImageRequest } from './requests.ts'
import type { Scripts, Step } from './steps.ts'

const CELLS = 8

const CELL_PIXELS = 16

const SIDE = CELLS * CELL_PIXELS

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

export interface State {
  readonly clock: Clock
  readonly inbox: Inbox<Asked>
  readonly scripts: Scripts
  readonly models: readonly string[]
  /** Undefined: any key is accepted. */
  readonly apiKey: string | undefined
}

const PAGE_LENGTH = 50
const CHARACTERS_PER_TOKEN = 4
/** Not in the list of models, because agents cannot have it. */
const EMBEDDING_MODEL = 'embedding'
const Json = v.pipe(v.string(), v.parseJson())

/** Serves the page, the control routes, and OpenAI's API below `/v1`. */
export async function serve(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const bytes = await buffer(request)
  const body = bytes.toString()
  const route = `${request.method} ${pathname}`
  if (!pathname.startsWith('/v1/')) return answer(response, handleControl(route, body, state))
  if (state.apiKey !== undefined && request.headers.authorization !== `Bearer ${state.apiKey}`)
    return answer(response, openAiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' }))
  if (route === 'GET /v1/models') return answer(response, { status: 200, body: modelList(state) })
  if (route === 'POST /v1/chat/completions') return chat(body, response, state)
  if (route === 'POST /v1/images/generations') return images(body, response, state)
  if (route === 'POST /v1/embeddings') return answer(response, embeddings(body, state))
  if (route === 'POST /v1/audio/transcriptions') return transcription(bytes, request, response)
  answer(response, openAiError(404, `Unknown request URL: ${route}.`, { code: 'unknown_url' }))
}

function handleControl(route: string, body: string, { inbox, scripts }: State): Reply {
  switch (route) {
    case 'GET /':
      return { status: 200, body: renderPage(inbox.items.slice(-PAGE_LENGTH).toReversed()) }
    case 'GET /control/requests':
      return { status: 200, body: { requests: inbox.items } }
    case 'POST /control/scripts':
      return addScript(body, scripts)
    case 'DELETE /control/scripts':
      scripts.clear()
      return { status: 204 }
    default:
      return { status: 404, body: { error: `unknown route ${route}` } }
  }
}

function addScript(body: string, scripts: Scripts): Reply {
  try {
    scripts.add(v.parse(Json, body))
    return { status: 204 }
  } catch (error) {
    return { status: 400, body: { error: controlProblem(error) } }
  }
}

function modelList({ models, clock }: State) {
  const created = unixSeconds(clock)
  const architecture = { input_modalities: ['text', 'image', 'file'] }
  return {
    object: 'list',
    data: models.map((id) => ({ id, object: 'model', created, owned_by: 'simulator', architecture })),
  }
}

async function chat(body: string, response: ServerResponse, state: State): Promise<void> {
  const { json, request, refusal } = readRequest(ChatRequest, body, state)
  if (!request) return answer(response, refusal)
  const asked = askedByChat(request, json, state.clock())
  const step = state.scripts.take([asked.userTexts.join('\n'), asked.system], request.model)
  state.inbox.add(asked)
  if (!(await mustRespond(step, asked, response))) return
  const reply = step?.text !== undefined || step?.toolCalls ? scripted(step) : defaultReply(request)
  asked.outcome = { kind: 'answer', ...reply }
  const completion = { id: `chatcmpl-${randomUUID()}`, created: unixSeconds(state.clock), request, reply }
  if (!request.stream) return answer(response, { status: 200, body: completionBody(completion) })
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const chunk of completionChunks(completion)) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  response.end('data: [DONE]\n\n')
}

async function images(body: string, response: ServerResponse, state: State): Promise<void> {
  const { json, request, refusal } = readRequest(ImageRequest, body, state)
  if (!request) return answer(response, refusal)
  const asked = askedForImage(request, json, state.clock())
  const step = state.scripts.take(asked.userTexts, request.model)
  state.inbox.add(asked)
  if (!(await mustRespond(step, asked, response))) return
  asked.outcome = { kind: 'pictures', count: request.n }
  const b64_json = pictureOf(request.prompt).toString('base64')
  const data = Array.from({ length: request.n }, () => ({ b64_json }))
  answer(response, { status: 200, body: { created: unixSeconds(state.clock), data } })
}

function embeddings(body: string, state: State): Reply {
  const { request, refusal } = readRequest(EmbeddingRequest, body, { ...state, models: [EMBEDDING_MODEL] })
  if (!request) return refusal
  const { model, input, dimensions } = request
  const step = state.scripts.take(input, model)
  if (step?.status !== undefined) return openAiError(step.status, `Status ${step.status} of the script.`)
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embeddingOf(text, dimensions) }))
  const tokens = Math.ceil(input.join(' ').length / CHARACTERS_PER_TOKEN)
  return { status: 200, body: { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } } }
}

/** Describes a recording instead of what it says. */
async function transcription(bytes: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof Blob)) return answer(response, openAiError(400, 'file is required', { param: 'file' }))
  answer(response, { status: 200, body: { text: `A voice message of ${file.size} bytes.` } })
}

/** Applies a step's delay, error or hang. Returns whether the caller must still respond. */
async function mustRespond(step: Step | undefined, asked: Asked, response: ServerResponse): Promise<boolean> {
  if (step?.hang) {
    asked.outcome = { kind: 'hanging' }
    return false
  }
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  await step?.until
  if (closed.signal.aborted || (step && step.delayMs > 0 && !(await delay(step.delayMs, closed.signal)))) return false
  if (step?.body) {
    asked.outcome = { kind: 'error', status: step.status ?? 200 }
    answer(response, { status: step.status ?? 200, body: step.body })
    return false
  }
  if (step?.status === undefined) return true
  asked.outcome = { kind: 'error', status: step.status }
  answer(response, openAiError(step.status, `Status ${step.status} of the script.`))
  return false
}

function scripted({ text = '', toolCalls = [] }: Step): ModelReply {
  return {
    text,
    toolCalls: toolCalls.map(({ name, arguments: args }) => ({
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
  }
}

type Read<Request> =
  | { readonly json: unknown; readonly request: Request; readonly refusal?: never }
  | { readonly json?: never; readonly request?: never; readonly refusal: Reply }

function readRequest<Schema extends v.GenericSchema<unknown, { readonly model: string }>>(
  schema: Schema,
  body: string,
  { models }: State,
): Read<v.InferOutput<Schema>> {
  const parsed = v.safeParse(Json, body)
  if (!parsed.success) return { refusal: openAiError(400, 'We could not parse the JSON body of your request.') }
  const checked = v.safeParse(schema, parsed.output)
  if (!checked.success) {
    const param = v.getDotPath(checked.issues[0])
    return { refusal: openAiError(400, v.summarize(checked.issues), { param }) }
  }
  const { model } = checked.output
  if (!models.includes(model)) {
    const message = `The model \`${model}\` does not exist or you do not have access to it.`
    return { refusal: openAiError(404, message, { code: 'model_not_found' }) }
  }
  return { json: parsed.output, request: checked.output }
}

function openAiError(
  status: number,
  message: string,
  { code = null, param = null }: { code?: string | null; param?: string | null } = {},
): Reply {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  return { status, body: { error: { message, type, param, code } } }
}

/** Draws a PNG of 128 × 128 pixels: a mirrored pattern in two colours, always the same for the same prompt. */
function pictureOf(prompt: string): Buffer {
  const hash = createHash('sha256').update(prompt).digest()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  // 8 bits per pixel, which are the index of a colour in the palette.
  header.set([8, 3], 8)
  const palette = Buffer.from([255, 255, 255, ...hash.subarray(0, 3).map((byte) => byte >> 1)])
  const rows = Buffer.concat(Array.from({ length: SIDE }, (_, y) => Buffer.from([0, ...rowOf(hash, y)])))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function rowOf(hash: Buffer, y: number): number[] {
  const bits = hash[3 + Math.floor(y / CELL_PIXELS)] ?? 0
  return Array.from({ length: SIDE }, (_, x) => {
    const cell = Math.floor(x / CELL_PIXELS)
    return (bits >> Math.min(cell, CELLS - 1 - cell)) & 1
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
