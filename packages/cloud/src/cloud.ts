import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadAssembly } from './assembly/assembly.ts'
import type { Outputs } from './assembly/resolve.ts'
import { deployBuckets, deployingFunctions } from './bucket-deployments/deploy-buckets.ts'
import type { Mail } from './cognito/mail.ts'
import { claimsVerifier } from './cognito/sessions.ts'
import { createAddresses } from './composition/addresses.ts'
import { startListening } from './composition/compute.ts'
import { ensureData, tablesOf } from './composition/data.ts'
import { requireMappingLimits, requireMappingRights } from './composition/mapping-requirements.ts'
import { findResource, resolveAssembly } from './composition/resolve-assembly.ts'
import { allOf, scopeOf } from './composition/scope.ts'
import { openServices } from './composition/services.ts'
import type { DynamodbLoad, LoadSettings } from './dynamodb/dynamodb-load.ts'
import { startExpiry } from './dynamodb/expiry.ts'
import { startDynamoDbLocal, useDynamoDbLocal } from './engines/dynamodb-local.ts'
import { startFauxqs } from './engines/fauxqs.ts'
import { ENGINE_ACCESS_KEY_ID } from './engines/json-client.ts'
import { startEventSources } from './event-sources/event-sources.ts'
import { batchesAtOnce } from './event-sources/mapping.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { type Disturbance, listenAtFrontDoor, type ObservedCall } from './front-door/front-door.ts'
import { administrator, createPrincipals, functionPrincipals } from './front-door/principals.ts'
import { logRequests, type NoteGrant, noteGrants } from './iam/grants.ts'
import type { FrozenConnections } from './lambda/kept-connections.ts'
import { type InvocationResult, startLambda } from './lambda/lambda-service.ts'
import type { WarmthSettings } from './lambda/warm-workers.ts'
import { createLedger, type Ledger, lambdaAmounts } from './ledger/ledger.ts'
import { scheduledAmounts } from './ledger/sqs-requests.ts'
import type { Credentials, Environment, Resource } from './resource.ts'
import { runSchedules } from './scheduler/run-schedules.ts'
import { SYSTEM_TIME, type Time } from './time.ts'

export type { Credentials, Environment, Resource } from './resource.ts'

/** Region and account of the cloud. DynamoDB Local and fauxqs support no other account. */
export const ENVIRONMENT: Environment = { region: 'eu-central-1', accountId: '000000000000' }

export interface CloudOptions {
  /** Directory of a synthesized CDK app (`cdk.out`). The engines start while the promise is pending. */
  readonly assembly: string | Promise<string>
  /** Directory of everything that must survive a restart. One cloud at a time can use it. */
  readonly dataDir: string
  /** Port of a REST API, function URL or CloudFront distribution; 0 selects a free port. @default 0 */
  readonly port?: (resource: Resource) => number
  /** URL of an engine from `startSharedDynamoDbLocal`, with a database per cloud. @default an engine in `dataDir` */
  readonly dynamodb?: string
  /** Limit for concurrent executions of all functions; further ones are throttled. @default no limit */
  readonly accountConcurrency?: number
  /** Selects a worker's connections that die without an end or a reset between two invocations. @default none */
  readonly frozenConnections?: FrozenConnections
  /** How long idle workers are kept, and how many. @default 64 at most */
  readonly warmth?: WarmthSettings
  /** The clock of EventBridge Scheduler, of Cognito and of `dynamodbLoad`. @default the machine's */
  readonly time?: Time
  /** What DynamoDB does under load: conflicts, lag and throttling. @default all off */
  readonly dynamodbLoad?: LoadSettings
  /** Called if an engine ends unexpectedly. The cloud cannot continue. */
  readonly onCrash?: (message: string) => void
  /** Receives each step of the start. */
  readonly onProgress?: (step: string) => void
  /** Receives every line that a function logs. */
  readonly log?: (line: { function: string; line: string }) => void
  /** Receives every mail of the user pools: codes and temporary passwords. */
  readonly onMail?: (mail: Mail) => void
  /** Receives every SDK call, allowed or denied. */
  readonly observe?: (call: ObservedCall) => void
  /** Receives every grant of the template's roles each time it allows a call, also on behalf of a function. */
  readonly onGrantUsed?: NoteGrant
}

export interface Cloud extends AsyncDisposable {
  /** Endpoint for SDK clients (`AWS_ENDPOINT_URL`). */
  readonly endpointUrl: string
  readonly environment: Environment
  /** Credentials that allow everything. They are new at every start. */
  readonly administrator: Credentials
  readonly resources: readonly Resource[]
  readonly outputs: Outputs
  /** Makes calls fail, delays, duplicates or disconnects them, or ends the workers that make them. */
  readonly faults: Faults
  /** Mails of the user pools since the start, oldest first. */
  readonly mail: readonly Mail[]
  /** Simulates DynamoDB under load; can be changed at any time. */
  readonly dynamodbLoad: DynamodbLoad
  /** Counts what AWS would bill. */
  readonly ledger: Ledger
  /** Finds a resource by its logical id's start, also after `<stack>/`. @throws Error unless exactly one matches. */
  resource(logicalIdPrefixOrPath: string, type?: string): Resource
  /** Returns the URL of an `AWS::ApiGateway::RestApi`'s stage, without a trailing slash. */
  restApiUrl(restApi: Resource): string
  /** Returns the URL of an `AWS::Lambda::Url`, with a trailing slash. */
  functionUrl(url: Resource): string
  /** Returns the URL of an `AWS::CloudFront::Distribution`, without a trailing slash. */
  distributionUrl(distribution: Resource): string
  invoke(functionName: string, payload: unknown): Promise<InvocationResult>
  /** Ends the idle workers of the functions with these names, and with them everything that they cached. @default all functions */
  endIdleWorkers(isOf?: (functionName: string) => boolean): void
  /** Deletes the expired items of the tables now. It is also done every ten minutes. */
  expireItems(): Promise<void>
  /**
   * Takes a snapshot of the API keys, users, sign-ins, mails and message move tasks, and of whether the ledger counts. Returns a
   * function that restores it.
   */
  remember(): () => void
  stop(): Promise<void>
}

/**
 * Hosts a synthesized CDK app on this machine.
 * @throws Error if the template contains something unsupported, or a role lacks a permission that its event source
 * mapping needs. Everything that was started is stopped first.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { dataDir, port = () => 0, onProgress = () => {}, log, observe, onGrantUsed, time = SYSTEM_TIME } = options
  const environment = ENVIRONMENT
  const { region, accountId } = environment
  await using starting = new AsyncDisposableStack()
  const scope = scopeOf(starting)

  onProgress('Starting the engines')
  const principals = createPrincipals()
  const faults = createFaults()
  const ledger = createLedger()
  const database = { dataDir: join(dataDir, 'dynamodb'), region, onCrash: options.onCrash }
  const startingDynamodb = scope.keep(
    options.dynamodb ? useDynamoDbLocal({ ...database, endpoint: options.dynamodb }) : startDynamoDbLocal(database),
  )
  const deployed = join(dataDir, 'bucket-deployments.json')
  // A file of a site may be among the damaged objects, so the sites are copied again.
  const onDamage = () => rmSync(deployed, { force: true })
  const startingFauxqs = scope.keep(startFauxqs({ dataDir: join(dataDir, 'fauxqs'), region, onDamage }))
  const disturbance: Disturbance = {
    next: faults.next,
    eventOf: (accessKeyId) => lambda.eventOf(accessKeyId),
    kill: (accessKeyId) => lambda.endWorker(accessKeyId),
  }
  const opening = scope.keep(listenAtFrontDoor({ principals, observe, onGrantUsed, disturbance }))
  const loading = Promise.resolve(options.assembly).then(loadAssembly)
  await allOf([startingDynamodb, startingFauxqs, opening, loading])
  const [dynamodb, fauxqs, frontDoor] = [await startingDynamodb, await startingFauxqs, await opening]
  const { endpointUrl } = frontDoor

  onProgress('Creating tables and queues')
  const addresses = await scope.keep(createAddresses())
  const assembly = await loading
  const { resources, outputs, stacks, assetPath, assetAt } = await resolveAssembly({
    assembly,
    environment,
    endpointUrl,
    addresses,
    port,
  })
  const streams = await ensureData(resources, { dynamodb, fauxqs })
  deployBuckets({ resources, buckets: fauxqs.buckets, assetAt, file: deployed })
  const { services, store, remember, schedules, roles, callSqs, pools, mail, dynamodbLoad, writes } =
    await openServices({
      resources,
      stacks,
      accountConcurrency: options.accountConcurrency,
      environment,
      endpointUrl,
      dynamodb,
      fauxqs,
      streams,
      dataDir,
      time,
      books: ledger,
      dynamodbLoad: options.dynamodbLoad,
      onMail: options.onMail,
      onGrantUsed,
      invoke: (arn, event) => lambda.invoke(arn, event),
      secretOf: principals.secretOf,
      log: (line) => log?.({ function: 'events', line }),
      scope,
    })
  frontDoor.open(services)

  onProgress('Starting functions and APIs')
  const deploying = deployingFunctions(resources)
  const functions = resources.filter(({ type, arn }) => type === 'AWS::Lambda::Function' && !deploying.has(arn))
  const callers = functionPrincipals(resources, environment)
  const mappings = resources.filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
  for (const mapping of mappings) {
    requireMappingRights(mapping, functions, callers, onGrantUsed)
    requireMappingLimits(mapping, resources)
  }
  const credentials = (fn: Resource): Credentials => {
    const caller = callers.get(fn.arn)
    if (!caller) throw new Error(`There is no function ${fn.arn}`)
    noteGrants(caller.statements, logRequests(fn, resources), onGrantUsed)
    return principals.issue(caller)
  }
  const lambda = await scope.keep(
    startLambda({
      functions,
      assetPath,
      environment,
      endpointUrl,
      credentials,
      onWorkerEnd: principals.revoke,
      batchesAtOnce: (arn) => batchesAtOnce(mappings, arn),
      onInvoked: (invocation) => ledger.charge(invocation.function, lambdaAmounts(invocation)),
      accountConcurrency: options.accountConcurrency,
      frozenConnections: options.frozenConnections,
      // The compile cache is stored with the code that it was compiled from.
      compileCache: join(await options.assembly, '.compiled'),
      warmth: options.warmth,
      log,
    }),
  )
  await startListening({
    resources,
    environment,
    addresses,
    lambda,
    findKey: store.withValue,
    verifyToken: claimsVerifier(pools, time.now),
    endpointUrl,
    s3Endpoint: fauxqs.endpoint,
    onGrantUsed,
    scope,
  })
  const expiry = await scope.keep(startExpiry(tablesOf(resources), dynamodb.call, time.now))
  const as = (accessKeyId: string) => ({ accessKeyId, secretAccessKey: accessKeyId })
  await scope.keep(
    startEventSources({
      mappings,
      resources,
      lambda,
      environment,
      dynamodb: { endpoint: dynamodb.endpoint, credentials: as(dynamodb.accessKeyId) },
      sqs: { endpoint: fauxqs.endpoint, credentials: as(ENGINE_ACCESS_KEY_ID) },
      callSqs: fauxqs.callSqs,
      writes,
      hasExpired: expiry.hasExpired,
      dataDir,
      faults,
      books: ledger,
      log,
    }),
  )
  await scope.keep(
    runSchedules({
      schedules,
      time,
      targets: { roles, environment, callSqs, invoke: lambda.invoke },
      onAttempt: ({ definition }) => ledger.charge('scheduler', scheduledAmounts(definition.Target.Arn)),
      log: (line) => log?.({ function: 'scheduler', line }),
    }),
  )

  const started = starting.move()
  return {
    endpointUrl,
    environment,
    administrator: principals.issue(administrator(accountId)),
    resources,
    outputs,
    faults,
    ledger,
    mail,
    dynamodbLoad,
    resource: (logicalIdPrefixOrPath, type) => findResource(resources, logicalIdPrefixOrPath, type),
    restApiUrl: (restApi) => addresses.url(restApi).slice(0, -1),
    functionUrl: (url) => addresses.url(url),
    distributionUrl: (distribution) => addresses.url(distribution).slice(0, -1),
    invoke: lambda.invoke,
    endIdleWorkers: lambda.endIdleWorkers,
    expireItems: expiry.expireItems,
    remember,
    stop: () => started.disposeAsync(),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
