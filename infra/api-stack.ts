import { createHash } from 'node:crypto'
import {
  AccessLogField,
  ApiDefinition,
  DomainName,
  EndpointType,
  type RestApiBase,
  SecurityPolicy,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import { ArnFormat, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { addAliasRecords } from './constructs/alias-records.ts'
import { apiDefinition, type Operation } from './constructs/api-definition.ts'
import { InvokingRoles, RouteFunction } from './constructs/route-function.ts'
import {
  acknowledgeApi,
  BINARY_MEDIA_TYPES,
  omitDefaults,
  requireTls12,
  withOneStage,
} from './constructs/service-api.ts'
import { createLogGroup, type FunctionCode, pascalCase } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'
import { gatewayResponses, notFoundText } from './gateway-responses.ts'
import { addMetricFilter } from './monitoring/service-metrics.ts'
import { headLimits, publicLimits } from './public-limits.ts'
import { routeRights } from './route-rights.ts'
import type { Settings } from './settings.ts'

/** The part of the contract that defines the API's routes. Keys are the contract's. */
export type Routes = Readonly<
  Record<
    string,
    {
      readonly method: string
      readonly path: string
      readonly access: 'read' | 'write' | 'public'
      readonly audit?: object
    }
  >
>

interface ApiStackProps extends StackProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  readonly routes: Routes
}

/** Routes that may copy a file of up to 100 MB, or wait for other routes, before they respond. */
const SLOW = new Set(['mcp/call', 'media/get', 'msg-accounts/proxy-get'])
/** API Gateway waits for 29 seconds. More memory brings more CPU. */
const SLOW_LIMITS = { timeout: Duration.seconds(28), memorySize: 1024 }

/** The API for clients: one function per route of the contract, API keys, and a rate limit per key. */
export class ApiStack extends Stack {
  readonly api: SpecRestApi
  /** The API's base URL, without a trailing slash. */
  readonly baseUrl: string
  readonly handlers: ReadonlyMap<string, IFunction>
  readonly usagePlanId: string

  constructor(scope: Construct, id: string, { settings, code, data, routes, ...props }: ApiStackProps) {
    super(scope, id, {
      description: 'Messaging service: the API for clients',
      // Deletion would change the base URL and remove the usage plan that API keys require.
      terminationProtection: settings.stage !== 'local',
      ...props,
    })

    const accessLogs = createLogGroup(this, 'AccessLogs', settings.accessLogRetentionDays ?? settings.logRetentionDays)
    // API Gateway's own metric counts all 4xx. The access log writes the status as text, which a filter does not compare with a number.
    addMetricFilter(accessLogs, { stage: settings.stage, metricName: 'ApiThrottled', pattern: '{ $.status = "429" }' })
    const invoking = new InvokingRoles(this, 'Invoking')
    // The functions know the URL of the API, and its definition knows them: they have names, so that it need not refer to them. Only a
    // changed name replaces a function, so that names never collide.
    const nameOf = (entry: string) => `${this.stackName}-${pascalCase(entry)}`
    const api = new SpecRestApi(this, 'Api', {
      ...withOneStage({
        settings,
        accessLogs,
        caller: { apiKeyId: AccessLogField.contextIdentityApiKeyId() },
        methodOptions: { ...publicLimits(routes, settings), ...headLimits(routes, settings) },
      }),
      restApiName: id,
      binaryMediaTypes: BINARY_MEDIA_TYPES,
      apiDefinition: ApiDefinition.fromInline(
        apiDefinition(this, {
          title: id,
          operations: operationsOf(routes, (entry) => {
            const functionArn = functionArnOf(this, nameOf(entry))
            return { functionArn, roleArn: invoking.roleFor(hashOf(entry), functionArn).roleArn }
          }),
          callers: 'api-keys',
          gatewayResponses: gatewayResponses({
            unauthenticated: 'Missing or invalid API key. Send it in the header X-API-Key.',
            notFound: notFoundText(
              '/api/v1/',
              Object.values(routes).map(({ path }) => path),
            ),
          }),
        }),
      ),
    })
    requireTls12(api)
    acknowledgeApi(api)
    omitDefaults(api.deploymentStage)
    this.api = api
    addApiDomain(this, api, settings)

    const gatewayUrl = `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${settings.stage}`
    const domainUrl = settings.apiDomainName && `https://${settings.apiDomainName}`
    this.baseUrl = settings.publicBaseUrl || domainUrl || gatewayUrl

    // One log group for all routes: a search covers at most 50 log groups, and a stack holds at most 500 resources.
    const logGroup = createLogGroup(this, 'RouteLogs', settings.routeLogRetentionDays ?? settings.logRetentionDays)
    const handlers = new Map<string, IFunction>()
    for (const [entry, { method, path, access, audit }] of Object.entries(routes)) {
      const handler = new RouteFunction(this, pascalCase(entry), {
        settings,
        code,
        entry: `api/${entry}`,
        functionName: nameOf(entry),
        table: data.table,
        method,
        access,
        isAudited: audit !== undefined,
        publicBaseUrl: this.baseUrl,
        logGroup,
        ...(settings.requestLog && access !== 'public' && { recordedAs: entry }),
        ...(SLOW.has(entry) && SLOW_LIMITS),
      })
      handlers.set(entry, handler.lambda)
      for (const right of routeRights[entry] ?? []) right({ data, settings }, handler)
      handler.allowCommon()
      const others = anyMethodOf(Object.entries(routes).filter(([, other]) => other.path === path))
      if (access !== 'public' && entry === others.entry)
        handler.lambda.addEnvironment('ALLOWED_METHODS', others.allowed)
      // A new route is deployed when its function exists.
      api.latestDeployment?.node.addDependency(handler.lambda)
    }
    this.handlers = handlers

    const plan = api.addUsagePlan('Clients', {
      apiStages: [{ stage: api.deploymentStage }],
      throttle: { rateLimit: settings.rateLimitPerMinute / 60, burstLimit: settings.burst },
    })

    // Clients depend on the API's id (part of its URL) and on the usage plan. A failed first deployment retains neither.
    for (const kept of [api, plan]) kept.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
    this.usagePlanId = plan.usagePlanId

    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl })
    new CfnOutput(this, 'RestApiId', { value: api.restApiId })
    new CfnOutput(this, 'UsagePlanId', { value: this.usagePlanId })
  }
}

/**
 * Returns the route whose function responds to methods that a path does not have, and the methods that it has, as in the
 * header `Allow`. It is the route of GET, which also serves HEAD, or the first one.
 */
function anyMethodOf(entries: readonly (readonly [entry: string, route: Routes[string]])[]) {
  const methods = entries.map(([, { method }]) => method)
  const reading = entries.find(([, { method }]) => method === 'GET')
  const [entry] = reading ?? entries[0] ?? []
  return { entry, allowed: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ') }
}

/**
 * Returns the operations of the API. Paths with a key have a function for methods that they lack, which also serves HEAD. All callers of
 * a public path share its limits, and other methods have none: they are refused without a function.
 */
function operationsOf(
  routes: Routes,
  invocationOf: (entry: string) => { readonly functionArn: string; readonly roleArn: string },
): Operation[] {
  return [...Map.groupBy(Object.entries(routes), ([, { path }]) => path)].flatMap(([path, entries]) => {
    const isOpen = entries.some(([, { access }]) => access === 'public')
    const { entry: first = '', allowed } = anyMethodOf(entries)
    const own = entries.flatMap(([entry, { method }]) => {
      const operation = { path, isOpen, ...invocationOf(entry) }
      return isOpen && method === 'GET'
        ? [
            { ...operation, method },
            { ...operation, method: 'HEAD' },
          ]
        : [{ ...operation, method }]
    })
    const others = isOpen
      ? ({ path, method: 'ANY', allowed } as const)
      : { path, method: 'ANY', isOpen, ...invocationOf(first) }
    return [...own, others]
  })
}

function functionArnOf(stack: Stack, functionName: string): string {
  return stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
}

function hashOf(entry: string): string {
  return createHash('sha256').update(entry).digest('hex')
}

/** Adds the custom domain of the settings, if any, to the API. API Gateway's own URL remains valid. */
function addApiDomain(scope: Construct, api: RestApiBase, settings: Settings): void {
  const { apiDomainName: domainName, apiCertificateArn } = settings
  if (!domainName || !apiCertificateArn) return
  const domain = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', apiCertificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
    mapping: api,
  })
  const { domainNameAliasDomainName: targetName } = domain
  const target = new ApiGatewayDomain(domain)
  addAliasRecords(scope, 'ApiDomain', { recordName: domainName, target, targetName, hasIpv6: false }, settings)
}
