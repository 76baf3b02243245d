import type { GatewayResponseOptions } from 'aws-cdk-lib/aws-apigateway'
import { Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'

/** The name of the security scheme in the definition. */
const USERS = 'users'

export interface Operation {
  readonly method: string
  /** A path of the contract, which ends with a slash. */
  readonly path: string
  readonly functionArn: string
  /** The role with which API Gateway invokes the function. */
  readonly roleArn: string
  /** Whether callers need no token. */
  readonly isOpen: boolean
}

interface ApiDefinitionProps {
  readonly title: string
  readonly operations: readonly Operation[]
  readonly userPoolArn: string
  readonly gatewayResponses: readonly GatewayResponseOptions[]
}

/**
 * Builds an OpenAPI document with API Gateway's extensions. One property of one resource describes the whole API: as resources of
 * their own, its methods, paths and errors would take half of what a stack can have.
 */
export function apiDefinition(scope: Construct, props: ApiDefinitionProps): object {
  const { title, operations, userPoolArn, gatewayResponses } = props
  const { partition, region } = Stack.of(scope)
  const integrationOf = ({ functionArn, roleArn }: Operation) => ({
    type: 'aws_proxy',
    // Of the invocation, whatever the method of the request.
    httpMethod: 'POST',
    uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
    credentials: roleArn,
  })
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    // API Gateway routes both forms of a path to the resource without the slash.
    const path = operation.path.replace(/\/$/, '')
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: {
        responses: {},
        security: operation.isOpen ? [] : [{ [USERS]: [] }],
        'x-amazon-apigateway-integration': integrationOf(operation),
      },
    }
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: {
        [USERS]: {
          type: 'apiKey',
          name: 'Authorization',
          in: 'header',
          'x-amazon-apigateway-authtype': 'cognito_user_pools',
          'x-amazon-apigateway-authorizer': {
            type: 'cognito_user_pools',
            providerARNs: [userPoolArn],
            // Without a cache, expired tokens are rejected immediately. The check is free.
            authorizerResultTtlInSeconds: 0,
          },
        },
      },
    },
    'x-amazon-apigateway-gateway-responses': Object.fromEntries(gatewayResponses.map(definedResponse)),
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
