import {
  AccessLogField,
  AccessLogFormat,
  CfnRestApi,
  CfnStage,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  RestApi,
  type RestApiBase,
  type RestApiBaseProps,
  type RestApiProps,
  SecurityPolicy,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { gatewayResponses, type RefusalTexts } from '../gateway-responses.ts'
import type { Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'

interface ApiStageProps {
  readonly settings: Settings
  readonly accessLogs: ILogGroup
  /** Fields of the access log that identify the caller, by name. */
  readonly caller: Readonly<Record<string, string>>
  /** Rate limits of single methods, by path and method. @default the limits of the stage */
  readonly methodOptions?: Readonly<Record<string, MethodDeploymentOptions>>
}

/** API Gateway replaces bytes that are not UTF-8 in other types; the functions reject them. */
export const BINARY_MEDIA_TYPES = ['multipart/form-data', 'application/json']

interface ServiceApiProps extends ApiStageProps, Pick<RestApiProps, 'apiKeySourceType' | 'defaultMethodOptions'> {
  readonly restApiName: string
  readonly refusals: RefusalTexts
}

/** A REST API with one stage and access logs. Its errors have the same format as those of the functions. */
export class ServiceApi extends RestApi {
  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    const { refusals, ...api } = props
    super(scope, id, { ...api, ...withOneStage(props), binaryMediaTypes: BINARY_MEDIA_TYPES })
    for (const response of gatewayResponses(refusals)) this.addGatewayResponse(response.type.responseType, response)
    requireTls12(this)
    acknowledgeApi(this)
  }
}

/** Returns the properties of a REST API with one stage and access logs. */
export function withOneStage({ settings, accessLogs, caller, methodOptions }: ApiStageProps): RestApiBaseProps {
  return {
    endpointTypes: [EndpointType.REGIONAL],
    cloudWatchRole: false,
    deployOptions: {
      stageName: settings.stage,
      throttlingRateLimit: settings.stageRateLimitPerSecond,
      throttlingBurstLimit: settings.stageBurst,
      accessLogDestination: new LogGroupLogDestination(accessLogs),
      accessLogFormat: accessLogFormat(caller),
      ...(methodOptions && { methodOptions }),
    },
  }
}

/**
 * Removes a default from each limit of a stage, which the CDK writes. API Gateway takes at most 80 settings of a stage in one update, and
 * each limit has two without it.
 */
export function omitDefaults({ node: { defaultChild } }: Stage): void {
  if (!(defaultChild instanceof CfnStage)) throw new Error('The resource of a stage is not at its expected path')
  const { methodSettings } = defaultChild
  if (!Array.isArray(methodSettings)) throw new Error('A stage has no limits')
  for (const index of methodSettings.keys())
    defaultChild.addPropertyDeletionOverride(`MethodSettings.${index}.DataTraceEnabled`)
}

/** Refuses TLS 1.0 and 1.1 at the URL of API Gateway, which accepts them by default. */
export function requireTls12({ node: { defaultChild } }: RestApiBase): void {
  if (!(defaultChild instanceof CfnRestApi)) throw new Error('The resource of a REST API is not at its expected path')
  defaultChild.securityPolicy = SecurityPolicy.TLS13_1_2_PQ_2025_09
  // AWS requires a mode with this policy. STRICT would compare the name of the connection with that of the request.
  defaultChild.endpointAccessMode = 'BASIC'
}

/** Tells cdk-nag what our REST APIs do instead of what its rules ask for. */
export function acknowledgeApi(api: RestApiBase): void {
  acknowledge(
    api,
    'AwsSolutions-APIG2',
    'Each function validates path, query and body against the schemas of the contract.',
  )
  acknowledge(
    api.deploymentStage,
    'AwsSolutions-APIG3',
    'A web ACL has a monthly price. The settings webAcl and apiWebAclArn attach one. Rate limits of keys and routes limit the load.',
  )
  acknowledge(
    api.deploymentStage,
    'AwsSolutions-APIG6',
    'Execution logs cost about ten times as much as access logs, which are enabled. Failures are in the logs of the functions.',
  )
}

/**
 * Returns the format of the access log. It omits the API key and the requested path, which can be secrets. It also omits text from
 * clients, such as the user agent: API Gateway does not escape it, and a quotation mark would break the JSON.
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
