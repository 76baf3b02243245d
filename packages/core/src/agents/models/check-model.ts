import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { settings } from '../../platform/settings.ts'
import { needsSubscription } from './bedrock-problem.ts'
import { generateStep } from './generate-step.ts'
import { ModelDownError, ModelRefusedError } from './model-errors.ts'
import { openModelSettings, seesFiles } from './models.ts'
import { chooseModel, type ModelChoice, openLanguageModel } from './open-model.ts'
import { hear } from './transcribe-on-aws.ts'

const TIMEOUT_MILLISECONDS = 20_000
const QUESTION = '/call confirm {"word":"ready"}'
const SYSTEM = '"/call" names a tool and its arguments. Call that tool with these arguments now.'
/** 32 red pixels square: models reject smaller pictures. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR42mM4ISdHU8QwasGoBaMWjFowasGoBaMWjFowasGoBaMWDBULACXLED1gHZEpAAAAAElFTkSuQmCC'
const CONFIRM = {
  name: 'confirm',
  description: 'Confirms that you can call tools.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
}

/** The result of one real call of a model. */
interface ModelCall {
  /** Undefined if no model is configured. */
  readonly choice: ModelChoice | undefined
  readonly milliseconds: Ms
  /** Whether it called the tool. Agents need tool calls. */
  readonly calledTool: boolean
  /** Why it cannot answer for agents, and what to do; undefined if it can. */
  readonly problem?: { readonly reason: string; readonly remedy: string }
}

interface ModelCheck extends ModelCall {
  /** Whether it accepted a picture; undefined if it was not asked. */
  readonly seesPictures?: boolean
  /** Whether its first call subscribes the account. */
  readonly subscribes?: boolean
}

/** Calls a model as a turn does, with a tool, then with a picture. `name` is an `llmModel`; undefined is the deployment's default. */
export async function checkModel(name: string | undefined, now: EpochMs): Promise<ModelCheck> {
  const called = await callModel(name, now)
  const { choice } = called
  if (!choice || called.problem) return called
  try {
    const subscribes = choice.kind === 'bedrock' && needsSubscription(choice.id)
    return { ...called, seesPictures: await acceptsPicture(choice, now), subscribes }
  } catch (error) {
    return { ...called, calledTool: false, problem: problemOf(error, choice) }
  }
}

/** Calls a model once as a turn does, with a tool. `name` is an `llmModel`; undefined is the deployment's default. */
export async function callModel(name: string | undefined, now: EpochMs): Promise<ModelCall> {
  const server = await openModelSettings(now)
  const known = name ?? server?.model ?? settings.BEDROCK_MODEL_ID
  const started = performance.now()
  const spent = () => Math.round(performance.now() - started)
  if (!known) {
    const problem = { reason: 'no model is set up', remedy: 'npm run ops -- model set, or context bedrockModelId' }
    return { choice: undefined, milliseconds: 0, calledTool: false, problem }
  }
  const choice = chooseModel(known, server)
  try {
    const { toolCalls } = await generateStep({
      model: await openLanguageModel(choice),
      system: SYSTEM,
      messages: [{ role: 'user', text: QUESTION }],
      tools: [CONFIRM],
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    const calledTool = toolCalls.some((call) => call.name === CONFIRM.name)
    return { choice, milliseconds: spent(), calledTool }
  } catch (error) {
    return { choice, milliseconds: spent(), calledTool: false, problem: problemOf(error, choice) }
  }
}

/** @throws the error if it is not a model's */
function problemOf(error: unknown, { kind }: ModelChoice): NonNullable<ModelCall['problem']> {
  if (error instanceof ModelDownError || error instanceof ModelRefusedError) return explainFailure(error, kind)
  throw error
}

async function acceptsPicture(choice: ModelChoice, now: EpochMs): Promise<boolean> {
  const model = await openLanguageModel(choice)
  if ((await seesFiles(model, now)) === false) return false
  const files = [{ mimeType: 'image/png', bytes: Buffer.from(PICTURE, 'base64') }]
  const messages = [{ role: 'user' as const, text: 'What is this?', files }]
  try {
    await generateStep({ model, system: '', messages, tools: [], signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
    return true
  } catch (error) {
    if (error instanceof ModelRefusedError) return false
    throw error
  }
}

export function explainFailure(
  error: ModelDownError | ModelRefusedError,
  kind: ModelChoice['kind'],
): NonNullable<ModelCall['problem']> {
  const { problem, status } = error
  if (problem) return { reason: `access is refused (${status}, ${problem.kind})`, remedy: problem.remedy }
  return { reason: error.message, remedy: REMEDIES[kind][failureOf(error)] }
}

function failureOf(error: ModelDownError | ModelRefusedError): keyof (typeof REMEDIES)['server'] {
  const { status } = error
  if (status === 429) return 'quota'
  if (status === 501) return 'absent'
  if (error instanceof ModelDownError) return status === undefined ? 'unreachable' : 'failing'
  return status === 401 || status === 403 ? 'key' : 'refused'
}

const REMEDIES = {
  bedrock: {
    quota: 'Request more requests and tokens a minute for this model: Service Quotas, Amazon Bedrock.',
    unreachable: 'Check AWS_REGION and the network: Amazon Bedrock is not in every region.',
    failing: 'Check the AWS Health Dashboard and try again. Agents retry by themselves.',
    absent: 'Amazon Bedrock is on AWS only: set a server with npm run ops -- model set.',
    key: 'Sign in again: the credentials are rejected.',
    refused: 'Check the id of the model (--model, context bedrockModelId), and whether it supports tools.',
  },
  server: {
    quota: 'Its server limits the requests of this key: raise the limit there.',
    unreachable: 'Check its server and the network, or set another one with npm run ops -- model set.',
    failing: 'Check its server, or set another one with npm run ops -- model set.',
    absent: 'Its server has no chat completions: set another one with npm run ops -- model set.',
    key: 'Its server rejects the key: MODEL_API_KEY=… npm run ops -- model set …',
    refused: 'Its server rejects the request: check the name of the model (npm run ops -- model set).',
  },
} as const

const SILENCE = { rate: 16_000, bytes: 16_000 }

/** Sends half a second of silence. @throws Error if Amazon Transcribe refuses it */
export async function checkTranscribe(languages: string, signal: AbortSignal): Promise<void> {
  async function* silence() {
    yield { AudioEvent: { AudioChunk: new Uint8Array(SILENCE.bytes) } }
  }
  const sound = { MediaEncoding: 'pcm', MediaSampleRateHertz: SILENCE.rate, AudioStream: silence() } as const
  await hear(sound, languages, signal)
}
