import { deadLetterQueueOutput, QUEUE_NAMES, queueOutput, RELAYED_QUEUE_NAMES } from '@replywright/contract/queues.ts'
import { LambdaIntegration, type RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import { Annotations, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { acknowledge } from './constructs/acknowledge.ts'
import { Canary } from './constructs/canary.ts'
import { CheckSchedules } from './constructs/check-schedules.ts'
import { Counter } from './constructs/counter.ts'
import { modelIdIn } from './constructs/default-model.ts'
import { Relay } from './constructs/relay.ts'
import { allowMail } from './constructs/rights.ts'
import { ServiceApi } from './constructs/service-api.ts'
import { createLogGroup, type FunctionCode, ServiceFunction } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'
import { addMetricFilter } from './monitoring/service-metrics.ts'
import { deadLetterEntries, type Watched } from './monitoring/watched.ts'
import { MERGED_PREFIXES } from './route-rights.ts'
import { busesText, dashboardUrlOf, type Settings } from './settings.ts'
import { LEAST_QUOTA, workerConcurrency } from './worker-concurrency.ts'
import { createWorkers } from './workers.ts'

interface MessagingStackProps extends StackProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  /** The API's base URL, the prefix of URLs in webhook payloads. */
  readonly publicBaseUrl: string
}

/** Message processing: the ingress for the provider, the relay on the table's stream, and the workers with their queues. */
export class MessagingStack extends Stack {
  readonly watched: Watched

  constructor(scope: Construct, id: string, { settings, code, data, publicBaseUrl, ...props }: MessagingStackProps) {
    super(scope, id, {
      description: 'Messaging service: ingress, relay and workers',
      // Deletion would change the URL to which the provider sends messages.
      terminationProtection: settings.stage !== 'local',
      ...props,
    })
    const concurrency = workerConcurrency(settings)
    if (settings.accountConcurrency < LEAST_QUOTA)
      Annotations.of(this).addWarningV2(
        'messaging:accountConcurrency',
        `Busy workers can use all ${settings.accountConcurrency} concurrent executions of this account. Then the provider's messages and API requests are throttled. Request a quota of 1,000 (Service Quotas, AWS Lambda, Concurrent executions) and deploy again with the new accountConcurrency.`,
      )

    const ingress = new ServiceFunction(this, 'Ingress', {
      settings,
      code,
      entry: 'ingress',
      timeout: Duration.seconds(20),
      ...(settings.ingressReservedConcurrency > 0 && { reservedConcurrency: settings.ingressReservedConcurrency }),
      environment: {
        STAGE: settings.stage,
        SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
        PUBLIC_BASE_URL: publicBaseUrl,
        OPT_OUT_WORDS: settings.optOutWords,
        // The provider repeats what fails. Waiting longer for one busy customer would use the executions of all others.
        THROTTLED_DEADLINE_MILLISECONDS: '1000',
      },
    })
    data.table.grant(ingress, [
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ])
    // The numbers of an account that a notice of the provider is about.
    data.table.grantQueryIndex(ingress)
    // Two customers who turn out to be one.
    data.table.grantBelow(ingress, ['dynamodb:DeleteItem'], MERGED_PREFIXES)
    data.key.grantDecrypt(ingress, 'provider-app')
    // Messages that are too large for an item.
    data.bucket.grant(ingress, ['s3:PutObject'], 'parked/')
    // About a customer whose answer could not be delivered.
    allowMail(ingress, settings)
    const published = publish(this, ingress, settings)

    if (settings.canary) new Canary(this, 'Canary', { settings, code, data, ingressUrl: published.url })

    const workers = createWorkers(this, { settings, code, data, publicBaseUrl })
    const { deliveries, windows, replays, turns, documents, proofs } = workers
    addMetricFilter(deliveries.function.lambda.logGroup, {
      stage: settings.stage,
      metricName: 'TimeToDeliveredAtOnce',
      // Lines of first attempts have no number.
      pattern: '{ $.event = "delivery.attempted" && $.verdict = "delivered" && $.attempt NOT EXISTS }',
      value: '$.TimeToDelivered',
    })
    const schedules = new CheckSchedules(this, 'Schedules', { target: windows.queue })
    schedules.grantCreate(windows.function)

    const relay = new Relay(this, 'Relay', {
      settings,
      code,
      entry: 'relay',
      followsRollout: true,
      table: data.table,
      encryptionKey: data.encryptionKey,
    })
    for (const name of RELAYED_QUEUE_NAMES) relay.addQueue(name, workers[name].queue)

    const counter = new Counter(this, 'Counter', { settings, code, entry: 'count', table: data.table })
    // An older worker does not say what it changed. New deliveries would then count as pending.
    counter.mapping.node.addDependency(deliveries.function.lambda)

    this.watched = {
      queues: workers,
      deadLetters: { schedules: schedules.deadLetters, relay: relay.dead },
      functions: {
        ingress: ingress.lambda,
        relay: relay.lambda,
        count: counter.lambda,
        deliver: deliveries.function.lambda,
        window: windows.function.lambda,
        replay: replays.function.lambda,
        answer: turns.function.lambda,
        extract: documents.function.lambda,
        prove: proofs.function.lambda,
      },
      relayMappingId: relay.mapping.eventSourceMappingId,
      discarded: relay.discarded,
      scheduleGroup: schedules.groupName,
      ...(published.api && { ingressApi: published.api }),
    }

    const { accountConcurrency, ingressReservedConcurrency } = settings
    new CfnOutput(this, 'WorkerConcurrency', {
      description: 'The quota of concurrent executions that this deployment assumes, and how it is shared',
      value: JSON.stringify({ accountConcurrency, ingressReservedConcurrency, ...concurrency }),
    })
    new CfnOutput(this, 'IngressUrl', { value: published.url })
    new CfnOutput(this, 'DiscardedBucketName', { value: relay.discarded.bucketName })
    new CfnOutput(this, 'ScheduleGroupName', { value: schedules.groupName })
    // For operators: the default model, unless an agent or the table names another.
    new CfnOutput(this, 'BedrockModelId', { value: modelIdIn(this, settings) })
    const dashboardUrl = dashboardUrlOf(settings)
    const known = {
      SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
      OPT_OUT_WORDS: settings.optOutWords,
      EVENT_BUS_ARNS: busesText(settings.eventBusArns),
      MODEL_PRICES: settings.modelPrices,
      RATE_CARD: settings.rateCard,
      MAIL_FROM: settings.mailFrom,
      DASHBOARD_URL: dashboardUrl,
      BEDROCK_FALLBACK_MODEL_ID: settings.bedrockFallbackModelId,
      EMBEDDING_MODEL: settings.embeddingModel,
    }
    // Operators' commands obey the same settings as the functions.
    const given = Object.entries(known).filter(([, value]) => value !== undefined && value !== '')
    new CfnOutput(this, 'Environment', { value: JSON.stringify(Object.fromEntries(given)) })
    if (settings.transcribeLanguages !== '')
      new CfnOutput(this, 'TranscribeLanguages', { value: settings.transcribeLanguages })
    for (const name of QUEUE_NAMES) new CfnOutput(this, queueOutput(name), { value: workers[name].queue.queueUrl })
    for (const [name, { queueUrl }] of deadLetterEntries(this.watched))
      new CfnOutput(this, deadLetterQueueOutput(name), { value: queueUrl })
  }
}

interface Published {
  readonly url: string
  /** The REST API, if the URL is not the function's own. */
  readonly api?: RestApiBase
}

/** API Gateway's default quota of a region. */
const MOST_REQUESTS = 10_000

/** Gives the ingress a public URL. The provider cannot sign requests for AWS; the function verifies the provider's signature. */
function publish(scope: Construct, ingress: ServiceFunction, settings: Settings): Published {
  if (settings.ingress === 'function-url')
    return { url: ingress.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE }).url }
  const accessLogs = createLogGroup(
    scope,
    'IngressAccessLogs',
    settings.accessLogRetentionDays ?? settings.logRetentionDays,
  )
  addMetricFilter(accessLogs, { stage: settings.stage, metricName: 'IngressRefused', pattern: '{ $.status = "429" }' })
  const api = new ServiceApi(scope, 'IngressApi', {
    // The limits of the stage are for clients. Only those of the account apply to the provider.
    settings: { ...settings, stageRateLimitPerSecond: MOST_REQUESTS, stageBurst: MOST_REQUESTS },
    restApiName: `${Stack.of(scope).stackName}-Ingress`,
    accessLogs,
    caller: {},
    refusals: { unauthenticated: 'Forbidden', notFound: 'No such path.' },
  })
  const integration = new LambdaIntegration(ingress.lambda, { scopePermissionToMethod: false })
  // The path names the channel.
  for (const resource of [api.root, api.root.addResource('{channel}')])
    for (const method of ['GET', 'POST']) {
      const operation = resource.addMethod(method, integration)
      for (const rule of ['AwsSolutions-APIG4', 'AwsSolutions-COG4'])
        acknowledge(operation, rule, "Public by design: the function verifies the provider's signature or token.")
    }
  return { url: api.url, api }
}
