import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CognitoIdentityProvider,
  type CognitoIdentityProviderClientConfig,
  type InitiateAuthCommandOutput,
  type SignUpCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { createResolver } from '../assembly/resolve.ts'
import { parseStack } from '../assembly/template.ts'
import { listenAtFrontDoor } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'
import type { Statement } from '../iam/policy.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { manualTime } from '../time.ts'
import { cognitoService, openUserPools } from './cognito-service.ts'
import type { UserPool } from './context.ts'
import { createOutbox, type Mail } from './mail.ts'

const ENVIRONMENT = { region: 'eu-central-1', accountId: '000000000000' }
const START = Date.UTC(2026, 3, 9, 12, 34, 56)

export const PASSWORD = 'correct-Horse-1'
export const EMAIL = 'jane@example.com'

/** Generating a key takes longer than most tests. */
let knownKey: string | undefined

/** User pools behind a front door. */
export interface CognitoGround extends AsyncDisposable {
  readonly admin: CognitoIdentityProvider
  readonly unsigned: CognitoIdentityProvider
  readonly endpoint: string
  readonly UserPoolId: string
  readonly ClientId: string
  readonly mail: readonly Mail[]
  readonly pools: readonly UserPool[]
  readonly time: ReturnType<typeof manualTime>
  resource(logicalId: string): Resource
  /** Returns the configuration of a client whose principal has these policy statements. */
  withRights(statements: readonly Statement[]): CognitoIdentityProviderClientConfig
  signUp(more?: Partial<SignUpCommandInput>): Promise<{ readonly sub: string; readonly code: string }>
  signIn(Password?: string, Username?: string): Promise<InitiateAuthCommandOutput>
}

/** Builds a pool with sign-in by email address, and no responses that reveal which users exist. */
export function template(pool: JsonObject = {}, client: JsonObject = {}): { readonly [logicalId: string]: Json } {
  return {
    Pool: {
      Type: 'AWS::Cognito::UserPool',
      Properties: {
        UsernameAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: false },
        AutoVerifiedAttributes: ['email'],
        Policies: { PasswordPolicy: { MinimumLength: 12 } },
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
        VerificationMessageTemplate: { EmailSubject: 'Welcome', EmailMessage: 'Your code: {####}' },
        ...pool,
      },
    },
    Client: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        UserPoolId: { Ref: 'Pool' },
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        PreventUserExistenceErrors: 'ENABLED',
        IdTokenValidity: 30,
        AccessTokenValidity: 15,
        RefreshTokenValidity: 2,
        TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'days' },
        ...client,
      },
    },
    Operators: {
      Type: 'AWS::Cognito::UserPoolGroup',
      Properties: { UserPoolId: { Ref: 'Pool' }, GroupName: 'operators', Description: 'May do more' },
    },
  }
}

export async function startCognito(
  resources: { readonly [logicalId: string]: Json } = template(),
  dataDir?: string,
): Promise<CognitoGround> {
  await using starting = new AsyncDisposableStack()
  const path = dataDir ?? starting.use(temporaryDirectory()).path
  const principals = createPrincipals()
  const frontDoor = await listenAtFrontDoor({ principals })
  starting.defer(() => frontDoor.stop())
  const resolver = createResolver([parseStack('Test', { Resources: resources })], {
    environment: ENVIRONMENT,
    endpointUrl: frontDoor.endpointUrl,
    functionUrl: () => '',
    localize: (text) => text,
  })
  const resource = (logicalId: string) => resolver.resource({ stack: 'Test', logicalId })
  const UserPoolId = resource('Pool').physicalId
  const keyFile = join(path, 'cognito', `${UserPoolId}.key.json`)
  if (knownKey !== undefined && !existsSync(keyFile)) {
    mkdirSync(join(path, 'cognito'), { recursive: true })
    writeFileSync(keyFile, knownKey)
  }
  const pools = await openUserPools({
    resources: resolver.identities.map(({ logicalId }) => resource(logicalId)),
    region: ENVIRONMENT.region,
    dataDir: join(path, 'cognito'),
  })
  knownKey = readFileSync(keyFile, 'utf8')
  const time = manualTime(START)
  const outbox = createOutbox()
  frontDoor.open({ 'cognito-idp': cognitoService({ pools, outbox, time }) })
  const configuration = { endpoint: frontDoor.endpointUrl, region: ENVIRONMENT.region, maxAttempts: 1 }
  const credentials = principals.issue(administrator(ENVIRONMENT.accountId))
  const unsigned = new CognitoIdentityProvider({
    ...configuration,
    credentials: () => Promise.reject(new Error('a public action requires no credentials')),
  })
  const ClientId = resource('Client').physicalId
  const started = starting.move()
  return {
    admin: new CognitoIdentityProvider({ ...configuration, credentials }),
    unsigned,
    endpoint: frontDoor.endpointUrl,
    UserPoolId,
    ClientId,
    mail: outbox.mail,
    pools,
    time,
    resource,
    withRights: (statements) => ({
      ...configuration,
      credentials: principals.issue({ arn: 'arn:aws:sts::000000000000:assumed-role/role/function', statements }),
    }),
    async signUp(more = {}) {
      const { UserSub = '' } = await unsigned.signUp({ ClientId, Username: EMAIL, Password: PASSWORD, ...more })
      return { sub: UserSub, code: outbox.mail.at(-1)?.code ?? '' }
    },
    signIn: (password = PASSWORD, username = EMAIL) =>
      unsigned.initiateAuth({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
