import { join } from 'node:path'
import { createResolver } from '../assembly/resolve.ts'
import { parseStack } from '../assembly/template.ts'
import { ensureData } from '../composition/data.ts'
import { scopeOf } from '../composition/scope.ts'
import { createServices, openApiKeys } from '../composition/services.ts'
import { startDynamoDbLocal } from '../engines/dynamodb-local.ts'
import { startFauxqs } from '../engines/fauxqs.ts'
import { listenAtFrontDoor, type ObservedCall } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'
import { parsePolicy } from '../iam/policy.ts'
import type { Credentials, Environment, Json, JsonObject, Resource } from '../resource.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const ENVIRONMENT: Environment = { region: 'eu-central-1', accountId: '000000000000' }

/** What an SDK client is made with. */
export interface ClientConfiguration {
  readonly endpoint: string
  readonly region: string
  readonly credentials: Credentials
  readonly maxAttempts: number
}

/** A cloud without functions: engines, front door and services. */
export interface Ground extends AsyncDisposable {
  readonly administrator: ClientConfiguration
  /** Configuration of a client that may do what the policy statements say. */
  as(...statements: readonly JsonObject[]): ClientConfiguration
  readonly stranger: ClientConfiguration
  readonly calls: readonly ObservedCall[]
  resource(logicalId: string): Resource
}

/** Hosts the resources of a stack called `Test`. */
export async function startGround(template: { readonly [logicalId: string]: Json }): Promise<Ground> {
  await using starting = new AsyncDisposableStack()
  const scope = scopeOf(starting)
  const directory = starting.use(temporaryDirectory())
  const { region, accountId } = ENVIRONMENT
  const principals = createPrincipals()
  const calls: ObservedCall[] = []
  const [dynamodb, fauxqs, frontDoor] = await Promise.all([
    scope.keep(startDynamoDbLocal({ dataDir: join(directory.path, 'dynamodb'), region })),
    scope.keep(startFauxqs({ dataDir: join(directory.path, 'fauxqs'), region })),
    scope.keep(listenAtFrontDoor({ principals, observe: (call) => calls.push(call) })),
  ])
  const { endpointUrl } = frontDoor
  const resolver = createResolver([parseStack('Test', { Resources: template })], {
    environment: ENVIRONMENT,
    endpointUrl,
    functionUrl: () => '',
    localize: (text) => text,
  })
  const resources = resolver.identities.map((identity) => resolver.resource(identity))
  const streams = await ensureData(resources, { dynamodb, fauxqs })
  const { apiKeys } = openApiKeys(join(directory.path, 'api-keys.json'), resources)
  const kmsDir = join(directory.path, 'kms')
  frontDoor.open(
    createServices({
      resources,
      environment: ENVIRONMENT,
      endpointUrl,
      dynamodb,
      fauxqs,
      streams,
      apiKeys,
      kmsDir,
      scope,
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
    resource: (logicalId) => resolver.resource({ stack: 'Test', logicalId }),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
