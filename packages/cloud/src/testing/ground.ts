import { join } from 'node:path'
import { createResolver } from '../assembly/resolve.ts'
import { parseStack } from '../assembly/template.ts'
import { ensureData } from '../composition/data.ts'
import { scopeOf } from '../composition/scope.ts'
import { type OpenedServices, openServices } from '../composition/services.ts'
import type { DynamodbLoad } from '../dynamodb/dynamodb-load.ts'
import { useDynamoDbLocal } from '../engines/dynamodb-local.ts'
import { startFauxqs } from '../engines/fauxqs.ts'
import { createFaults, type Faults } from '../faults/faults.ts'
import { listenAtFrontDoor, type ObservedCall } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'
import { parsePolicy } from '../iam/policy.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import { createLedger, type Ledger } from '../ledger/ledger.ts'
import { scheduledAmounts } from '../ledger/sqs-requests.ts'
import type { Credentials, Environment, Json, JsonObject, Resource } from '../resource.ts'
import { runSchedules } from '../scheduler/run-schedules.ts'
import { SYSTEM_TIME, type Time } from '../time.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const ENVIRONMENT: Environment = { region: 'eu-central-1', accountId: '000000000000' }

export interface ClientConfiguration {
  readonly endpoint: string
  readonly region: string
  readonly credentials: Credentials
  readonly maxAttempts: number
}

/** A cloud without functions: engines, front door and services. */
export interface Ground extends AsyncDisposable {
  readonly administrator: ClientConfiguration
  /** Returns the configuration of a client with these policy statements. */
  as(...statements: readonly JsonObject[]): ClientConfiguration
  readonly stranger: ClientConfiguration
  readonly calls: readonly ObservedCall[]
  /** What EventBridge logged. */
  readonly logged: readonly string[]
  readonly faults: Faults
  readonly ledger: Ledger
  readonly dynamodbLoad: DynamodbLoad
  /** By signing name. */
  readonly services: OpenedServices['services']
  resource(logicalId: string): Resource
}

/** Replacements for parts of the machine. */
export interface GroundOptions {
  /** URL of an engine from `startSharedDynamoDbLocal`. */
  readonly dynamodb: string
  readonly time?: Time
  /** Invokes the function targets of the Scheduler and of rules. */
  readonly invoke?: LambdaService['invoke']
  /** The outputs of the stack. */
  readonly outputs?: { readonly [key: string]: Json }
  /** Directory of the data. @default a directory that is deleted at the end */
  readonly dataDir?: string
}

/** Hosts the resources of a stack named `Test`. */
export async function startGround(
  template: { readonly [logicalId: string]: Json },
  options: GroundOptions,
): Promise<Ground> {
  await using starting = new AsyncDisposableStack()
  const scope = scopeOf(starting)
  const path = options.dataDir ?? starting.use(temporaryDirectory()).path
  const { time = SYSTEM_TIME, invoke = async () => ({ payload: null }) } = options
  const { region, accountId } = ENVIRONMENT
  const principals = createPrincipals()
  const calls: ObservedCall[] = []
  const logged: string[] = []
  const faults = createFaults()
  const ledger = createLedger()
  const disturbance = { next: faults.next, eventOf: () => undefined, kill: async () => {} }
  const [dynamodb, fauxqs, frontDoor] = await Promise.all([
    scope.keep(useDynamoDbLocal({ endpoint: options.dynamodb, dataDir: join(path, 'dynamodb'), region })),
    scope.keep(startFauxqs({ dataDir: join(path, 'fauxqs'), region })),
    scope.keep(listenAtFrontDoor({ principals, observe: (call) => calls.push(call), disturbance })),
  ])
  const { endpointUrl } = frontDoor
  const resolver = createResolver([parseStack('Test', { Resources: template, Outputs: options.outputs ?? {} })], {
    environment: ENVIRONMENT,
    endpointUrl,
    functionUrl: () => '',
    localize: (text) => text,
  })
  const resources = resolver.identities.map((identity) => resolver.resource(identity))
  const streams = await ensureData(resources, { dynamodb, fauxqs })
  const { services, schedules, roles, callSqs, dynamodbLoad } = await openServices({
    resources,
    stacks: resolver.hostedStacks(),
    environment: ENVIRONMENT,
    endpointUrl,
    dynamodb,
    fauxqs,
    streams,
    dataDir: path,
    time,
    books: ledger,
    invoke,
    log: (line) => logged.push(line),
    secretOf: principals.secretOf,
    scope,
  })
  frontDoor.open(services)
  await scope.keep(
    runSchedules({
      schedules,
      time,
      targets: { roles, environment: ENVIRONMENT, callSqs, invoke },
      onAttempt: ({ definition }) => ledger.charge('scheduler', scheduledAmounts(definition.Target.Arn)),
      log: () => {},
    }),
  )
  const client = (credentials: Credentials): ClientConfiguration => ({
    endpoint: endpointUrl,
    region,
    credentials,
    maxAttempts: 1,
  })
  const started = starting.move()
  return {
    administrator: client(principals.issue(administrator(accountId))),
    as: (...statements) =>
      client(
        principals.issue({
          arn: `arn:aws:sts::${accountId}:assumed-role/role/function`,
          statements: parsePolicy({ Statement: statements }),
        }),
      ),
    stranger: client({ accessKeyId: 'AKIASTRANGER', secretAccessKey: 'secret' }),
    calls,
    logged,
    faults,
    ledger,
    dynamodbLoad,
    services,
    resource: (logicalId) => resolver.resource({ stack: 'Test', logicalId }),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
