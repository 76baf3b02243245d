import type { VerifyToken } from '../api-gateway/authorizer.ts'
import { startRestApi } from '../api-gateway/rest-api.ts'
import type { StoredKey } from '../api-keys/key-store.ts'
import { startDistribution } from '../cloudfront/serve-distribution.ts'
import type { NoteGrant } from '../iam/grants.ts'
import { apiMayInvoke, urlMayInvoke } from '../iam/lambda-permissions.ts'
import { statementsByRole } from '../iam/roles.ts'
import { startFunctionUrl } from '../lambda/function-url.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment, Resource } from '../resource.ts'
import type { Addresses } from './addresses.ts'
import { allOf, type Scope } from './scope.ts'

/** Starts the REST APIs, function URLs and distributions of the template. */
export async function startListening(options: {
  readonly resources: readonly Resource[]
  readonly environment: Environment
  readonly addresses: Addresses
  readonly lambda: LambdaService
  readonly findKey: (value: string) => StoredKey | undefined
  readonly verifyToken: VerifyToken
  /** URL of the front door. */
  readonly endpointUrl: string
  /** URL of the S3 engine. */
  readonly s3Endpoint: string
  readonly onGrantUsed?: NoteGrant | undefined
  readonly scope: Scope
}): Promise<void> {
  const { resources, environment, addresses, lambda, findKey, verifyToken, s3Endpoint, endpointUrl, scope } = options
  const { region, accountId } = environment
  const rights = { resources, statements: statementsByRole(resources), onGrantUsed: options.onGrantUsed }
  const startApi = async (restApi: Resource) => {
    const arn = `arn:aws:execute-api:${region}:${accountId}:${restApi.physicalId}/*`
    const decided = new Map<string, boolean>()
    const mayInvoke = (fn: string) => {
      const known = decided.get(fn) ?? apiMayInvoke(fn, arn, rights)
      decided.set(fn, known)
      return known
    }
    const permitted = permittedLambda(lambda, mayInvoke)
    const port = await addresses.claim(restApi)
    await scope.keep(startRestApi({ restApi, resources, port, lambda: permitted, environment, findKey, verifyToken }))
  }
  const startUrl = async (url: Resource) => {
    const permitted = permittedLambda(lambda, (fn) => urlMayInvoke(fn, resources))
    await scope.keep(startFunctionUrl({ url, port: await addresses.claim(url), lambda: permitted, environment }))
  }
  const startFront = async (distribution: Resource) => {
    const port = await addresses.claim(distribution)
    await scope.keep(
      startDistribution({ distribution, resources, port, endpointUrl, s3Endpoint, restApiUrl: addresses.url }),
    )
  }
  await allOf(
    resources.flatMap((resource) => {
      if (resource.type === 'AWS::ApiGateway::RestApi') return [startApi(resource)]
      if (resource.type === 'AWS::CloudFront::Distribution') return [startFront(resource)]
      return resource.type === 'AWS::Lambda::Url' ? [startUrl(resource)] : []
    }),
  )
}

/** Builds a Lambda service that rejects invocations for which the template gives the caller no permission. */
function permittedLambda(lambda: LambdaService, mayInvoke: (functionArn: string) => boolean): LambdaService {
  return {
    ...lambda,
    async invoke(functionArnOrName, ...rest) {
      if (mayInvoke(functionArnOrName)) return lambda.invoke(functionArnOrName, ...rest)
      throw new Error(`Neither an AWS::Lambda::Permission nor a role allows the caller to invoke ${functionArnOrName}`)
    },
  }
}
