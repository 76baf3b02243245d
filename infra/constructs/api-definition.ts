import type { GatewayResponseOptions } from 'aws-cdk-lib/aws-apigateway'
import { Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'

/** The name of the security scheme in the definition. */
const CALLERS = 'callers'

interface OperationOfPath {
  /** A method of HTTP, or `ANY` for those that the path does not have. */
  readonly method: string
  /** A path of the contract. */
  readonly path: string
}

/** An operation that a function performs. */
export interface FunctionOperation extends OperationOfPath {
  readonly functionArn: string
  /** The role with which API Gateway invokes the function. */
  readonly roleArn: string
  /** Whether callers need neither a token nor a key. */
  readonly isOpen: boolean
}

/** Refuses all other methods of a path with 405, without a function and for everybody. */
interface RefusedMethods extends OperationOfPath {
  readonly method: 'ANY'
  /** The methods of the path, as in the header `Allow`. */
  readonly allowed: string
}

export type Operation = FunctionOperation | RefusedMethods

interface ApiDefinitionProps {
  readonly title: string
  readonly operations: readonly Operation[]
  /** How callers authenticate: by tokens of a user pool, or by API keys. */
  readonly callers: { readonly userPoolArn: string } | 'api-keys'
  readonly gatewayResponses: readonly GatewayResponseOptions[]
}

/**
 * Builds an OpenAPI document with API Gateway's extensions. One property of one resource describes the whole API: as resources of
 * their own, its methods, paths and errors would take half of what a stack can have.
 */
export function apiDefinition(scope: Construct, props: ApiDefinitionProps): object {
  const { title, operations, callers, gatewayResponses } = props
  const { partition, region } = Stack.of(scope)
  const integrationOf = ({ functionArn, roleArn }: FunctionOperation) => ({
    type: 'aws_proxy',
    // Of the invocation, whatever the method of the request.
    httpMethod: 'POST',
    uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
    credentials: roleArn,
  })
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    // API Gateway routes both forms of a path to the resource without the slash.
    const path = operation.path.replace(/(?<=.)\/$/, '')
    const verb = operation.method === 'ANY' ? 'x-amazon-apigateway-any-method' : operation.method.toLowerCase()
    paths[path] = {
      ...paths[path],
      [verb]:
        'allowed' in operation
          ? refusal(operation)
          : {
              responses: {},
              security: operation.isOpen ? [] : [{ [CALLERS]: [] }],
              'x-amazon-apigateway-integration': integrationOf(operation),
            },
    }
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    components: { securitySchemes: { [CALLERS]: schemeOf(callers) } },
    'x-amazon-apigateway-gateway-responses': Object.fromEntries(gatewayResponses.map(definedResponse)),
  }
}

function schemeOf(callers: ApiDefinitionProps['callers']): object {
  if (callers === 'api-keys') return { type: 'apiKey', name: 'x-api-key', in: 'header' }
  return {
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authtype': 'cognito_user_pools',
    'x-amazon-apigateway-authorizer': {
      type: 'cognito_user_pools',
      providerARNs: [callers.userPoolArn],
      // Without a cache, expired tokens are rejected immediately. The check is free.
      authorizerResultTtlInSeconds: 0,
    },
  }
}

/** Returns a mock with the response that a function gives to a method which its path does not have. */
function refusal({ allowed }: RefusedMethods): object {
  const error = `This path has no method $context.httpMethod. Use one of: ${allowed}.`
  const header = { schema: { type: 'string' } }
  return {
    responses: { '405': { description: 'Another method', headers: { Allow: header, 'x-request-id': header } } },
    security: [],
    'x-amazon-apigateway-integration': {
      type: 'mock',
      requestTemplates: { 'application/json': JSON.stringify({ statusCode: 405 }) },
      // Other types of content have no template, and are refused with 415.
      passthroughBehavior: 'never',
      // A template cannot read the bodies of binary types.
      contentHandling: 'CONVERT_TO_TEXT',
      responses: {
        default: {
          statusCode: '405',
          responseParameters: {
            'method.response.header.Allow': `'${allowed}'`,
            'method.response.header.x-request-id': 'context.requestId',
          },
          responseTemplates: { 'application/json': JSON.stringify({ error, code: 'method_not_allowed' }) },
        },
      },
    },
  }
}

function definedResponse(response: GatewayResponseOptions): [string, object] {
  const { type, statusCode, responseHeaders = {}, templates } = response
  const headers = Object.entries(responseHeaders).map(([name, value]) => [`gatewayresponse.header.${name}`, value])
  return [
    type.responseType,
    {
      ...(statusCode !== undefined && { statusCode }),
      responseParameters: Object.fromEntries(headers),
      responseTemplates: templates,
    },
  ]
}
