import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  RestApi,
  type RestApiProps,
} from 'aws-cdk-lib/aws-apigateway'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { addGatewayResponses } from '../gateway-responses.ts'
import type { Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'

export interface ServiceApiProps extends Pick<RestApiProps, 'apiKeySourceType' | 'defaultMethodOptions'> {
  readonly settings: Settings
  readonly restApiName: string
  readonly accessLogs: ILogGroup
  /** What is logged of who called, by name. */
  readonly caller: Readonly<Record<string, string>>
  /** What callers are told who did not say who they are. */
  readonly unauthenticated: string
  /** Limits of single methods, by path and method. @default those of the stage */
  readonly methodOptions?: Readonly<Record<string, MethodDeploymentOptions>>
}

/** A REST API with one stage, whose refusals look like the functions' own, with a log of who asked for what. */
export class ServiceApi extends RestApi {
  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    const { settings, accessLogs, caller, unauthenticated, methodOptions, ...api } = props
    super(scope, id, {
      ...api,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['multipart/form-data'],
      cloudWatchRole: false,
      deployOptions: {
        stageName: settings.stage,
        throttlingRateLimit: settings.stageRateLimitPerSecond,
        throttlingBurstLimit: settings.stageBurst,
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: accessLogFormat(caller),
        methodOptions,
      },
    })
    addGatewayResponses(this, unauthenticated)
    acknowledge(this, 'AwsSolutions-APIG2', 'Each function checks path, query and body by the schemas of the contract.')
    acknowledge(
      this.deploymentStage,
      'AwsSolutions-APIG3',
      'A web ACL costs when idle; keys, their limits and the stage’s limit bound the load. It can be attached by hand.',
    )
    acknowledge(
      this.deploymentStage,
      'AwsSolutions-APIG6',
      'Execution logs would hold what clients send; access logs, which are on, tell all that operators need.',
    )
  }
}

/**
 * Who asked for what and how it went. No key and no requested path: both can be secrets, the route cannot. Nothing that clients write
 * either, such as the user agent: API Gateway does not escape it, so that a quotation mark would break the line's JSON.
 */
function accessLogFormat(caller: Readonly<Record<string, string>>): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      requestTime: AccessLogField.contextRequestTime(),
      method: AccessLogField.contextHttpMethod(),
      route: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      ...caller,
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      refusal: AccessLogField.contextErrorResponseType(),
      responseBytes: AccessLogField.contextResponseLength(),
      latencyMs: AccessLogField.contextResponseLatency(),
      integrationLatencyMs: AccessLogField.contextIntegrationLatency(),
    }),
  )
}
