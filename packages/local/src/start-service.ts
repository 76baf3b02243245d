import { join, resolve } from 'node:path'
import { type Cloud, type CloudOptions, type Resource, startCloud } from '@replywright/cloud'
import { synthesize } from '@replywright/infra/synth.ts'
import { type Model, SIMULATED_MODELS, startModel } from '@replywright/simulators/model/model.ts'
import { ORDERS_PATH } from '@replywright/simulators/orders.ts'
import { type Provider, startProvider } from '@replywright/simulators/provider/provider.ts'
import { type Receiver, startReceiver } from '@replywright/simulators/receiver/receiver.ts'
import { type Administrator, openDataDir, type Ready, type ReadyWebhook, removeReady, writeReady } from './data-dir.ts'
import {
  DEMO_ACCOUNT_WA_ID,
  DEMO_EMAIL,
  DEMO_MODEL_KEY,
  DEMO_NUMBER,
  DEMO_SIGNUP,
  DEMO_TEMPLATES,
  loadDemoSecrets,
  OTHER_EMAIL,
  saveDemoSecrets,
} from './demo.ts'
import type { Environment } from './environment.ts'
import { LOCAL_CONTEXT } from './local-context.ts'
import type { ModelAnswer } from './model-notices.ts'
import { type Part, PORT_OFFSETS, requireFreePorts } from './ports.ts'
import { type SeedInput, seedInWorker } from './seed-worker.ts'

/** The whole service on this machine: the embedded cloud with the synthesized template, and the simulators. */
export interface Service extends AsyncDisposable {
  readonly ready: Ready
  readonly dataDir: string
  /** The dashboard user of the organisation that is not the demo's. */
  readonly otherUser: { readonly email: string; readonly password: string }
  readonly cloud: Cloud
  /** The environment with which core works as the administrator of the embedded cloud. */
  readonly environment: Administrator['environment']
  readonly provider: Provider
  readonly receiver: Receiver
  readonly model: Model
  /** How the model server of the environment answered a first call; undefined if the simulator is used. */
  readonly modelAnswer: Promise<ModelAnswer | undefined>
  stop(): Promise<void>
}

export interface ServiceOptions extends Environment {
  /** Assembly to host instead of synthesizing one from infra. */
  readonly assembly?: string
  /** Shared engine for the table, instead of a separate one with its data in `DATA_DIR`. */
  readonly dynamodb?: string
  /** How the embedded cloud imitates Lambda: it limits concurrency, closes idle connections and ends idle workers. */
  readonly lambda?: Pick<CloudOptions, 'accountConcurrency' | 'frozenConnections' | 'warmth'>
  readonly onProgress?: (step: string) => void
  readonly log?: (line: { readonly function: string; readonly line: string }) => void
  readonly observe?: CloudOptions['observe']
  /** Called with a grant each time it allows a call. */
  readonly onGrantUsed?: CloudOptions['onGrantUsed']
  /** Imitates DynamoDB under load. Off while the demo is set up. */
  readonly dynamodbLoad?: Parameters<typeof startCloud>[0]['dynamodbLoad']
  readonly onCrash?: CloudOptions['onCrash']
  /** Called with each email that the user pool would send. */
  readonly onMail?: Parameters<typeof startCloud>[0]['onMail']
}

/** Starts all parts, creates the demo, and writes `ready.json` when the service is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { onProgress = () => {} } = options
  const dataDir = resolve(options.DATA_DIR)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    stops.push(await openDataDir(dataDir))
    // A killed service left it.
    await removeReady(dataDir)
    await requireFreePorts(options.PORT)
    const secrets = await loadDemoSecrets(dataDir)
    const port = (part: Part) => (options.PORT === 0 ? 0 : options.PORT + PORT_OFFSETS[part])
    let ingressUrl = ''
    const provider = await startProvider({
      port: port('provider'),
      appSecret: secrets.appSecret,
      verifyToken: secrets.verifyToken,
      accessToken: secrets.accessToken,
      appId: DEMO_SIGNUP.appId,
      ingressUrl: () => ingressUrl,
      numbers: [
        {
          phoneNumberId: DEMO_NUMBER.phoneNumberId,
          displayPhoneNumber: DEMO_NUMBER.number,
          wabaId: DEMO_ACCOUNT_WA_ID,
        },
      ],
      journal: join(dataDir, 'provider.json'),
      templates: DEMO_TEMPLATES,
      date: options.PROVIDER_DATE,
    })
    stops.push(() => provider.stop())
    const receiver = await startReceiver({ port: port('receiver') })
    stops.push(() => receiver.stop())
    const model = await startModel({ port: port('model'), apiKey: DEMO_MODEL_KEY })
    stops.push(() => model.stop())

    const onStart = () => onProgress('Bundling the functions, and synthesizing the CDK app (only after changes)')
    const outdir = join(dataDir, 'cdk.out')
    const assembly = options.assembly ?? synthesize({ outdir, context: contextOf(options), onStart })
    const cloud = await startCloud({
      assembly,
      dataDir,
      dynamodb: options.dynamodb,
      ...options.lambda,
      port: (resource) => portOf(resource, port),
      onProgress,
      onMail: options.onMail,
      onCrash: options.onCrash,
      log: options.log,
      observe: options.observe,
      onGrantUsed: options.onGrantUsed,
    })
    stops.push(() => cloud.stop())
    ingressUrl = cloud.functionUrl(cloud.resource('Ingress', 'AWS::Lambda::Url'))

    onProgress('Setting up the demo')
    const webhookUrls = [
      options.DEMO_WEBHOOK_URL ?? `${receiver.url}/demo`,
      options.DEMO_WEBHOOK_URL_2 ?? `${receiver.url}/demo-2`,
      `${receiver.url}/other`,
    ]
    const administrator = administratorOf(cloud)
    const seeding = await seedInWorker(administrator.environment, {
      seed: {
        secrets,
        webhookUrls,
        ordersUrl: `${receiver.url}${ORDERS_PATH}`,
        providerBaseUrl: options.PROVIDER_BASE_URL ?? `${provider.url}/v26.0`,
        signup: { ...DEMO_SIGNUP, dialogUrl: `${provider.url}/v26.0/dialog/oauth` },
        model: modelOf(options, model),
      },
      outputs: administrator.outputs,
      asksModel: options.MODEL_BASE_URL !== undefined,
    })
    stops.push(() => seeding.stop())
    const { seeded } = seeding
    await saveDemoSecrets(dataDir, seeded.secrets)
    const webhooks = webhookUrls.map((url, index) => ({
      id: seeded.webhooks[index]?.id ?? '',
      url,
      secret: seeded.webhooks[index]?.secret ?? '',
    }))
    for (const { url, secret } of webhooks)
      if (secret !== '' && url.startsWith(receiver.url)) receiver.setSecret(new URL(url).pathname, secret)
    const [webhook, second, other] = webhooks
    if (!webhook || !second || !other) throw new Error('the demo has no webhooks')
    const ready: Ready = {
      baseUrl: withoutSlash(cloud.restApiUrl(cloud.resource('Api', 'AWS::ApiGateway::RestApi'))),
      apiKey: seeded.secrets.apiKey ?? '',
      readApiKey: seeded.secrets.readApiKey ?? '',
      dashboardUrl: withoutSlash(
        cloud.distributionUrl(cloud.resource('Distribution', 'AWS::CloudFront::Distribution')),
      ),
      email: DEMO_EMAIL,
      password: secrets.password ?? '',
      ingressUrl,
      verifyToken: secrets.verifyToken,
      appSecret: secrets.appSecret,
      providerUrl: provider.url,
      modelUrl: model.url,
      account: { id: seeded.accountId, waId: DEMO_ACCOUNT_WA_ID },
      agent: { id: seeded.agentId },
      numbers: [
        { ...DEMO_NUMBER, sandbox: false },
        { ...seeded.sandboxNumber, sandbox: true },
      ],
      webhook,
      webhooks: [webhook, second] satisfies ReadyWebhook[],
      receiverUrl: receiver.url,
      otherOrganization: { apiKey: seeded.secrets.otherApiKey ?? '', webhookId: other.id },
    }
    if (options.dynamodbLoad) await cloud.dynamodbLoad.set(options.dynamodbLoad)
    stops.push(() => removeReady(dataDir))
    await writeReady(dataDir, ready, administrator)
    seeding.resent.then(
      (count) => count > 0 && onProgress(`Resent ${count} overdue ${count === 1 ? 'message' : 'messages'}`),
      (error) => onProgress(`Overdue messages could not be resent: ${error}`),
    )
    const otherUser = { email: OTHER_EMAIL, password: secrets.otherPassword ?? '' }
    const { environment } = administrator
    return {
      ready,
      dataDir,
      otherUser,
      cloud,
      environment,
      provider,
      receiver,
      model,
      modelAnswer: seeding.modelAnswer,
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the port of a resource. The dashboard's API has no fixed port, because users call it through the dashboard's address. */
function portOf({ type, logicalId }: Resource, port: (part: Part) => number): number {
  if (type === 'AWS::Lambda::Url') return port('ingress')
  if (type === 'AWS::CloudFront::Distribution') return port('dashboard')
  return logicalId.startsWith('Api') ? port('api') : 0
}

/** Returns the model server that the environment sets, otherwise the simulator. */
function modelOf({ MODEL_BASE_URL, MODEL_API_KEY = '', MODEL_ID }: Environment, simulator: Model): SeedInput['model'] {
  if (MODEL_BASE_URL) return { baseUrl: withoutSlash(MODEL_BASE_URL), apiKey: MODEL_API_KEY, model: MODEL_ID }
  const [model] = SIMULATED_MODELS
  return { baseUrl: `${simulator.url}/v1`, apiKey: DEMO_MODEL_KEY, model: MODEL_ID ?? model, imageModel: 'image' }
}

/** Returns the context of the assembly of an environment. */
export function contextOf(environment: Environment): Record<string, string> {
  return {
    ...LOCAL_CONTEXT,
    ...(environment.PORT !== 0 && { dashboardUrl: `http://127.0.0.1:${environment.PORT + PORT_OFFSETS.dashboard}` }),
    ...(environment.RETRY_DELAYS_SECONDS && { retryDelaysSeconds: environment.RETRY_DELAYS_SECONDS }),
    ...(environment.SERVICE_WINDOW_SECONDS && { serviceWindowSeconds: environment.SERVICE_WINDOW_SECONDS }),
    ...(environment.SERVICE_WINDOW_EXPIRING_LEAD_SECONDS && {
      serviceWindowExpiringLeadSeconds: environment.SERVICE_WINDOW_EXPIRING_LEAD_SECONDS,
    }),
  }
}

function administratorOf(cloud: Cloud): Administrator {
  const outputs: Record<string, string> = Object.assign({}, ...Object.values(cloud.outputs))
  return {
    environment: {
      AWS_ENDPOINT_URL: cloud.endpointUrl,
      AWS_REGION: cloud.environment.region,
      AWS_ACCESS_KEY_ID: cloud.administrator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cloud.administrator.secretAccessKey,
      STAGE: LOCAL_CONTEXT.stage,
      ALARM_PREFIX: 'Messaging-local-',
      ERASURE_PAUSE_SECONDS: LOCAL_CONTEXT.erasurePauseSeconds,
      // Log lines would fill the console of npm start.
      LOG_LEVEL: 'silent',
      TABLE_NAME: outputs.TableName ?? '',
      PUBLIC_BASE_URL: outputs.BaseUrl ?? '',
      BUCKET_NAME: outputs.BucketName ?? '',
      KEY_ARN: outputs.KeyArn ?? '',
      USAGE_PLAN_ID: outputs.UsagePlanId ?? '',
      USER_POOL_ID: outputs.UserPoolId ?? '',
      BEDROCK_MODEL_ID: outputs.BedrockModelId ?? '',
      ALLOW_PRIVATE_DESTINATIONS: LOCAL_CONTEXT.allowPrivateDestinations,
    },
    outputs,
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
