import {
  AccessLogField,
  AccessLogFormat,
  ApiKeySourceType,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { CfnOutput, CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { acknowledge } from './constructs/acknowledge.ts'
import { RouteFunction } from './constructs/route-function.ts'
import { createLogGroup, type FunctionCode } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'
import { addGatewayResponses } from './gateway-responses.ts'
import { routeRights } from './route-rights.ts'
import type { Settings } from './settings.ts'

/** What of the contract decides the API's shape. Keys name the files under functions/api. */
export type Routes = Readonly<
  Record<string, { readonly method: string; readonly path: string; readonly access: 'read' | 'write' | 'public' }>
>

export interface ApiStackProps extends StackProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  readonly routes: Routes
}

/** The API for clients: one function per route of the contract, API keys, and a limit for each of them. */
export class ApiStack extends Stack {
  readonly api: RestApi
  /** Where clients find the API, without a slash at the end. */
  readonly baseUrl: string

  constructor(scope: Construct, id: string, { settings, code, data, routes, ...props }: ApiStackProps) {
    super(scope, id, { description: 'Messaging service: the API for clients', ...props })

    const api = new RestApi(this, 'Api', {
      restApiName: id,
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.HEADER,
      binaryMediaTypes: ['multipart/form-data'],
      cloudWatchRole: false,
      defaultMethodOptions: { apiKeyRequired: true },
      deployOptions: {
        stageName: settings.stage,
        throttlingRateLimit: settings.stageRateLimitPerSecond,
        throttlingBurstLimit: settings.stageBurst,
        accessLogDestination: new LogGroupLogDestination(createLogGroup(this, 'AccessLogs', settings)),
        accessLogFormat: accessLogFormat(),
      },
    })
    this.api = api
    // As in the data stack: the queue workers' stack is told where the API is.
    CrossStackReferences.of(api).produce(ReferenceStrength.STRONG)
    addGatewayResponses(api)
    acknowledge(api, 'AwsSolutions-APIG2', 'Each function checks path, query and body by the schemas of the contract.')
    acknowledge(
      api.deploymentStage,
      'AwsSolutions-APIG3',
      'A web ACL costs when idle; keys, their limits and the stage’s limit bound the load. It can be attached by hand.',
    )
    acknowledge(
      api.deploymentStage,
      'AwsSolutions-APIG6',
      'Execution logs would hold what clients send; access logs, which are on, tell all that operators need.',
    )

    const gatewayUrl = `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${settings.stage}`
    this.baseUrl = settings.publicBaseUrl || gatewayUrl

    // One for all: a search covers at most fifty log groups, and a stack holds at most 500 resources.
    const logGroup = createLogGroup(this, 'RouteLogs', settings)
    for (const [entry, { method, path, access }] of Object.entries(routes)) {
      const handler = new RouteFunction(this, pascalCase(entry), {
        settings,
        code,
        entry: `api/${entry}`,
        table: data.table,
        access,
        publicBaseUrl: this.baseUrl,
        logGroup,
      })
      for (const right of routeRights[entry] ?? []) right(data, handler)
      // A permission for the whole API: one for the method would have to match the path as it was requested, with or
      // without a slash at its end.
      const integration = new LambdaIntegration(handler.lambda, { scopePermissionToMethod: false })
      const operation = api.root
        .resourceForPath(path)
        .addMethod(method, integration, { apiKeyRequired: access !== 'public' })
      for (const rule of ['AwsSolutions-APIG4', 'AwsSolutions-COG4']) {
        acknowledge(
          operation,
          rule,
          access === 'public'
            ? 'Public by design: path or header carry a secret that the function verifies, or there is nothing secret.'
            : 'API Gateway asks for an API key; the function maps it to a user or refuses.',
        )
      }
    }

    const plan = api.addUsagePlan('Clients', {
      apiStages: [{ stage: api.deploymentStage }],
      throttle: { rateLimit: settings.rateLimitPerMinute / 60, burstLimit: settings.burst },
    })

    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl })
    new CfnOutput(this, 'RestApiId', { value: api.restApiId })
    new CfnOutput(this, 'UsagePlanId', { value: plan.usagePlanId })
  }
}

/** `conversations/create` → `ConversationsCreate`. */
function pascalCase(entry: string): string {
  return entry.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Who asked for what and how it went. No key and no requested path: both can be secrets, the route cannot. */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      requestTime: AccessLogField.contextRequestTime(),
      method: AccessLogField.contextHttpMethod(),
      route: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      apiKeyId: AccessLogField.contextIdentityApiKeyId(),
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      userAgent: AccessLogField.contextIdentityUserAgent(),
      refusal: AccessLogField.contextErrorResponseType(),
      responseBytes: AccessLogField.contextResponseLength(),
      latencyMs: AccessLogField.contextResponseLatency(),
      integrationLatencyMs: AccessLogField.contextIntegrationLatency(),
    }),
  )
}
