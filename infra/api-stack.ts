import {
  AccessLogField,
  ApiKeySourceType,
  AwsIntegration,
  DomainName,
  EndpointType,
  type IResource,
  type RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { acknowledge } from './constructs/acknowledge.ts'
import { addAliasRecords } from './constructs/alias-records.ts'
import { InvokingRoles, RouteFunction } from './constructs/route-function.ts'
import { ServiceApi } from './constructs/service-api.ts'
import { createLogGroup, type FunctionCode, pascalCase } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'
import { notFoundText } from './gateway-responses.ts'
import { addMetricFilter } from './monitoring/service-metrics.ts'
import { publicLimits } from './public-limits.ts'
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
  readonly api: RestApi
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
    const api = new ServiceApi(this, 'Api', {
      settings,
      restApiName: id,
      apiKeySourceType: ApiKeySourceType.HEADER,
      defaultMethodOptions: { apiKeyRequired: true },
      accessLogs,
      caller: { apiKeyId: AccessLogField.contextIdentityApiKeyId() },
      refusals: {
        unauthenticated: 'Missing or invalid API key. Send it in the header X-API-Key.',
        notFound: notFoundText(
          '/api/v1/',
          Object.values(routes).map(({ path }) => path),
        ),
      },
      methodOptions: publicLimits(routes, settings),
    })
    this.api = api
    addApiDomain(this, api, settings)

    const gatewayUrl = `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${settings.stage}`
    const domainUrl = settings.apiDomainName && `https://${settings.apiDomainName}`
    this.baseUrl = settings.publicBaseUrl || domainUrl || gatewayUrl

    // One log group for all routes: a search covers at most 50 log groups, and a stack holds at most 500 resources.
    const logGroup = createLogGroup(this, 'RouteLogs', settings.routeLogRetentionDays ?? settings.logRetentionDays)
    const handlers = new Map<string, IFunction>()
    const invoking = new InvokingRoles(this, 'Invoking')
    for (const [path, entries] of Map.groupBy(Object.entries(routes), ([, { path }]) => path)) {
      const resource = api.root.resourceForPath(path)
      const others = anyMethodOf(entries)
      for (const [entry, { method, access, audit }] of entries) {
        const handler = new RouteFunction(this, pascalCase(entry), {
          settings,
          code,
          entry: `api/${entry}`,
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
        const integration = new AwsIntegration({
          proxy: true,
          service: 'lambda',
          path: `2015-03-31/functions/${handler.lambda.functionArn}/invocations`,
          options: { credentialsRole: invoking.roleFor(handler.lambda) },
        })
        addMethod(resource, method, integration, access)
        if (entry !== others.entry) continue
        handler.lambda.addEnvironment('ALLOWED_METHODS', others.allowed)
        addMethod(resource, 'ANY', integration, access)
      }
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

function addMethod(resource: IResource, method: string, integration: AwsIntegration, access: string): void {
  const operation = resource.addMethod(method, integration, { apiKeyRequired: access !== 'public' })
  for (const rule of ['AwsSolutions-APIG4', 'AwsSolutions-COG4']) {
    acknowledge(
      operation,
      rule,
      access === 'public'
        ? 'Public by design: the function verifies a secret in the path or a header, or the content is public.'
        : 'API Gateway requires an API key. The function maps it to a user or rejects the request.',
    )
  }
}

/** Adds the custom domain of the settings, if any, to the API. API Gateway's own URL remains valid. */
function addApiDomain(scope: Construct, api: RestApi, settings: Settings): void {
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
