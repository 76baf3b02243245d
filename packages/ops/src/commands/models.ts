import { BEDROCK_PREFIX } from '@replywright/contract/llm-models.ts'
import { type Command, type Input, type Session, TEXT } from '../command.ts'
import { invalidOption } from '../read-options.ts'
import { fieldsReport, type Report } from '../report.ts'

/** Values for a server without a key, and for agents that may use any model. */
const NO_KEY = 'none'
const ANY = 'any'

export const modelCommands: readonly Command[] = [
  {
    group: 'Set up',
    name: 'model set',
    summary: `Use an OpenAI-compatible model server for agents (--base-url https://api.example.com/v1; MODEL_API_KEY=${NO_KEY} if it requires no key). Agents may use the models that the server lists, or those of --models. ${BEDROCK_PREFIX}<id> is a model of Amazon Bedrock`,
    required: ['base-url', 'model'],
    usage: `[--fallback-model …] [--image-model …] [--models a,b | ${ANY}]`,
    options: { 'base-url': TEXT, model: TEXT, 'fallback-model': TEXT, 'image-model': TEXT, models: TEXT },
    secrets: ['MODEL_API_KEY'],
    run: setModel,
  },
  {
    group: 'Inspect',
    name: 'model check',
    summary: `Call the default model, or --model …, once with a tool, as an agent does. If access is denied, print what to do`,
    required: [],
    usage: '[--model …]',
    options: { model: TEXT },
    run: check,
  },
  {
    group: 'Set up',
    name: 'model reset',
    summary: 'Use Amazon Bedrock for agents again',
    required: [],
    options: {},
    run: resetModel,
  },
]

async function setModel(input: Input, { now }: Session): Promise<Report> {
  const { listModels } = await import('@replywright/core/agents/models/models.ts')
  const { putModelSettings } = await import('@replywright/core/agents/models/models.ts')
  const { model = '', MODEL_API_KEY = '' } = input
  const baseUrl = readBaseUrl(input['base-url'] ?? '')
  const imageModel = input['image-model'] ?? null
  const fallbackModel = input['fallback-model'] ?? null
  const apiKey = MODEL_API_KEY === NO_KEY ? '' : MODEL_API_KEY
  const listing =
    input.models === undefined ? await listModels({ baseUrl, apiKey }) : { models: readModels(input.models) }
  const models = 'models' in listing ? listing.models : null
  for (const [option, name] of [
    ['--model', model],
    ['--fallback-model', fallbackModel],
  ] as const)
    if (name && models && !name.startsWith(BEDROCK_PREFIX) && !models.includes(name))
      throw new Error(
        `${option} ${name} is not among ${models.join(', ')}. List models with --models, or use --models ${ANY}.`,
      )
  const allowed = models?.filter((name) => name !== imageModel) ?? null
  await putModelSettings({ baseUrl, apiKey, model, fallbackModel, imageModel, models: allowed }, now)
  return fieldsReport({
    server: baseUrl,
    model,
    fallbackModel: fallbackModel ?? 'none',
    imageModel: imageModel ?? 'none',
    models: allowed?.join(', ') ?? ANY,
    ...('problem' in listing && { because: `the model list of the server was requested and ${listing.problem}` }),
  })
}

async function check({ model }: Input, { now }: Session): Promise<Report> {
  const { checkModel } = await import('@replywright/core/agents/models/check-model.ts')
  const { exportCredentials } = await import('../target.ts')
  await exportCredentials()
  const { choice, milliseconds, calledTool, seesPictures, subscribes, problem } = await checkModel(model, now)
  const named = choice?.kind === 'server' ? `${choice.id} at ${choice.baseUrl}` : `${choice?.id ?? 'no model'}`
  if (problem) throw new Error(`${named}: ${problem.reason}\n${problem.remedy}`)
  return fieldsReport({
    model: choice?.id,
    server: choice?.kind === 'server' ? choice.baseUrl : 'Amazon Bedrock',
    region: choice?.kind === 'bedrock' ? process.env.AWS_REGION : undefined,
    latency: `${milliseconds} ms`,
    tools: calledTool
      ? 'called'
      : 'not called, although the prompt requires it: agents require a model that calls tools',
    pictures: seesPictures ? 'accepted' : 'not accepted: agents tell customers that they cannot see them',
    note: subscribes
      ? 'the first call of this model subscribes the account. Calls may work for 15 minutes and then be denied. Check again after 15 minutes'
      : undefined,
  })
}

async function resetModel(): Promise<Report> {
  const { removeModelSettings } = await import('@replywright/core/agents/models/models.ts')
  await removeModelSettings()
  return fieldsReport({ server: 'Amazon Bedrock' })
}

function readBaseUrl(text: string): string {
  if (/\s/.test(text) || !/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw invalidOption(`--base-url must be a URL such as https://api.example.com/v1, not "${text}".`)
  return text.replace(/\/+$/, '')
}

function readModels(text: string): readonly string[] | null {
  return text === ANY ? null : text.split(',').flatMap((name) => name.trim() || [])
}
