import { join } from 'node:path'
import { accountServices } from '../account/account-services.ts'
import { apiGatewayService } from '../api-keys/api-gateway-service.ts'
import { type ApiKeys, createApiKeys, ensureDeclaredKeys } from '../api-keys/api-keys.ts'
import { type KeyStore, openKeyStore } from '../api-keys/key-store.ts'
import { guardrailChecksService } from '../bedrock/guardrail-checks-service.ts'
import type { HostedStack } from '../assembly/resolve.ts'
import { cloudFormationService } from '../cloudformation/cloudformation-service.ts'
import { cloudwatchService } from '../cloudwatch/cloudwatch-service.ts'
import type { Metric } from '../cloudwatch/metric.ts'
import { measureQueue, recordQueues } from '../cloudwatch/queue-metrics.ts'
import { cognitoService, openUserPools } from '../cognito/cognito-service.ts'
import type { UserPool } from '../cognito/context.ts'
import { createOutbox, type Mail } from '../cognito/mail.ts'
import { type DynamodbLoad, type LoadSettings, openDynamodbLoad } from '../dynamodb/dynamodb-load.ts'
import { TableWrites } from '../dynamodb/table-writes.ts'
import type { DynamoDbLocal } from '../engines/dynamodb-local.ts'
import type { Fauxqs } from '../engines/fauxqs.ts'
import { type CallAction, engineAuthorization } from '../engines/json-client.ts'
import { itemReader } from '../engines/tables.ts'
import { eventBridgeService } from '../event-bridge/event-bridge-service.ts'
import { openRules } from '../event-bridge/rules.ts'
import type { Service } from '../front-door/call.ts'
import { dynamodbService } from '../front-door/dynamodb.ts'
import { partitionKeysOf } from '../front-door/dynamodb-access.ts'
import { createForward } from '../front-door/forward.ts'
import { corsRules, s3Service } from '../front-door/s3.ts'
import { sqsService } from '../front-door/sqs.ts'
import { sqsExtensions } from '../front-door/sqs-extensions.ts'
import type { NoteGrant } from '../iam/grants.ts'
import { kmsService } from '../kms/kms-service.ts'
import { lambdaControl } from '../lambda/lambda-control.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Books } from '../ledger/ledger.ts'
import { meteredService } from '../ledger/metered-service.ts'
import { tableSchemas } from '../ledger/table-schema.ts'
import type { Environment, Resource } from '../resource.ts'
import { openScheduler } from '../scheduler/open-scheduler.ts'
import { schedulerService } from '../scheduler/scheduler-service.ts'
import type { Schedules } from '../scheduler/schedules.ts'
import { sesService } from '../ses/ses-service.ts'
import { snsService } from '../sns/sns-service.ts'
import type { Time } from '../time.ts'
import { transcribeService } from '../transcribe/transcribe-service.ts'
import type { Scope } from './scope.ts'

/** Opens the API keys: those of the template and those created later. */
function openApiKeys(
  file: string,
  resources: readonly Resource[],
): { readonly apiKeys: ApiKeys; readonly store: KeyStore } {
  const store = openKeyStore(file)
  const apiKeys = createApiKeys(store, ofType(resources, 'AWS::ApiGateway::UsagePlan'))
  ensureDeclaredKeys(apiKeys, store, resources)
  return { apiKeys, store }
}

export interface OpenedServices {
  /** By signing name. */
  readonly services: Readonly<Record<string, Service>>
  readonly store: KeyStore
  /** See `Cloud.remember`. */
  readonly remember: () => () => void
  readonly schedules: Schedules
  /** The roles with which schedules invoke their targets, for `runSchedules`. */
  readonly roles: Awaited<ReturnType<typeof openScheduler>>['roles']
  readonly callSqs: CallAction
  readonly pools: readonly UserPool[]
  readonly mail: readonly Mail[]
  readonly dynamodbLoad: DynamodbLoad
  /** The writes to the tables, for the readers of their streams. */
  readonly writes: TableWrites
}

/** Opens all services behind the front door with their data in `dataDir`. The ledger records their calls. */
export async function openServices(options: {
  readonly resources: readonly Resource[]
  readonly stacks: readonly HostedStack[]
  readonly environment: Environment
  readonly endpointUrl: string
  readonly dynamodb: DynamoDbLocal
  readonly fauxqs: Fauxqs
  readonly streams: ReadonlyMap<string, string>
  readonly dataDir: string
  /** The clock of EventBridge Scheduler, Cognito and `dynamodbLoad`. */
  readonly time: Time
  readonly dynamodbLoad?: LoadSettings
  readonly books: Books
  /** Limit for concurrent executions of all functions. @default no limit */
  readonly accountConcurrency?: number | undefined
  readonly onMail?: ((mail: Mail) => void) | undefined
  readonly onGrantUsed?: NoteGrant
  /** Invokes the function targets of rules. */
  readonly invoke: LambdaService['invoke']
  readonly log: (line: string) => void
  /** Returns the secret of an access key, for services that check signatures. */
  readonly secretOf: (accessKeyId: string) => string | undefined
  readonly scope: Scope
}): Promise<OpenedServices> {
  const { resources, environment, endpointUrl, dynamodb, fauxqs, streams, dataDir, time, books, scope } = options
  const { apiKeys, store } = openApiKeys(join(dataDir, 'api-keys.json'), resources)
  const { region } = environment
  const { callSqs } = fauxqs
  const { onGrantUsed } = options
  const scheduler = openScheduler({ file: join(dataDir, 'schedules.db'), resources, environment, time, onGrantUsed })
  const { schedules, roles } = await scope.keep(scheduler)
  const { accessKeyId } = dynamodb
  const toDynamodb = createForward(dynamodb.endpoint, engineAuthorization({ accessKeyId, region, service: 'dynamodb' }))
  const toFauxqs = createForward(fauxqs.endpoint)
  scope.defer(toDynamodb.close)
  scope.defer(toFauxqs.close)
  const extensions = sqsExtensions(callSqs, ofType(resources, 'AWS::SQS::Queue'))
  scope.defer(extensions.stop)
  const buckets = new Map(
    ofType(resources, 'AWS::S3::Bucket').map(({ physicalId, properties }) => [physicalId, corsRules(properties)]),
  )
  const pools = await openUserPools({ resources, region, dataDir: join(dataDir, 'cognito') })
  const outbox = createOutbox(options.onMail)
  const schemas = tableSchemas(resources)
  const readItems = itemReader(dynamodb.call)
  const writes = new TableWrites()
  const tables = resources.filter(({ physicalId }) => schemas.has(physicalId))
  const database = dynamodbService({
    environment,
    forward: toDynamodb.forward,
    tables,
    call: dynamodb.call,
    streams,
    partitionKeys: partitionKeysOf(resources),
    writes,
  })
  const opening = openDynamodbLoad(database, { tables, schemas, call: dynamodb.call, readItems, time })
  const { dynamodbLoad, service: loadedDatabase } = await scope.keep(opening)
  await dynamodbLoad.set(options.dynamodbLoad ?? {})
  const measure = (metric: Metric) => measureQueue(fauxqs.queues, metric, Date.now())
  const history = recordQueues(resources, measure, Date.now)
  scope.defer(history.stop)
  const publish = openRules(resources, environment, { callSqs, invoke: options.invoke, log: options.log })
  const services: Readonly<Record<string, Service>> = {
    dynamodb: loadedDatabase,
    sqs: sqsService({ environment, endpointUrl, engine: fauxqs.sqs, extensions: extensions.actions }),
    s3: s3Service(toFauxqs.forward, buckets, Date.now),
    kms: kmsService({ resources, environment, dataDir: join(dataDir, 'kms') }),
    apigateway: apiGatewayService(apiKeys, resources, environment),
    cloudformation: cloudFormationService({ resources, stacks: options.stacks, environment, createdAt: time.now() }),
    scheduler: schedulerService(schedules),
    events: eventBridgeService(publish, environment),
    monitoring: cloudwatchService({ resources, environment, measure, history, now: Date.now }),
    sns: snsService(toFauxqs.forward, environment),
    lambda: lambdaControl(resources, environment, options.accountConcurrency),
    ses: sesService(outbox, environment),
    transcribe: transcribeService(options.secretOf),
    bedrock: guardrailChecksService(),
    'cognito-idp': cognitoService({ pools, outbox, time }),
    ...accountServices(resources, environment),
  }
  const isLimited = () => dynamodbLoad.settings.partition !== undefined
  const metered = Object.entries(services).map(
    ([name, service]) => [name, meteredService(name, service, { books, schemas, readItems, isLimited })] as const,
  )
  const remember = () => {
    const kept = [store, extensions, outbox, books, ...pools.map((pool) => pool.store)]
    const restores = kept.map((each) => each.remember())
    return () => {
      for (const restore of restores) restore()
    }
  }
  const { mail } = outbox
  return {
    services: Object.fromEntries(metered),
    store,
    remember,
    schedules,
    roles,
    callSqs,
    pools,
    mail,
    dynamodbLoad,
    writes,
  }
}

function ofType(resources: readonly Resource[], wanted: string): readonly Resource[] {
  return resources.filter(({ type }) => type === wanted)
}
