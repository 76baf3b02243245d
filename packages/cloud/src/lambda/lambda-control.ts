import { isEnabled } from '../event-sources/mapping.ts'
import type { Call, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import { numberOf, objectAt, textOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { functionName } from './lambda-service.ts'

const MAPPINGS = /^\/2015-03-31\/event-source-mappings\/?$/

/** Builds the part of Lambda's control plane that lists event source mappings. */
export function lambdaControl(resources: readonly Resource[], { region, accountId }: Environment): Service {
  const mappings = resources.filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
  const functionArn = (name: string) => `arn:aws:lambda:${region}:${accountId}:function:${functionName(name)}`
  return {
    actions: ['ListEventSourceMappings'],
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'ServiceException'],
      throttled: [429, 'TooManyRequestsException', 'Rate exceeded'],
    },
    error: (_, ...rest) => restJsonError(...rest),
    access({ method, url }) {
      if (method !== 'GET' || !MAPPINGS.test(url.pathname))
        throw new ServiceError(404, 'ResourceNotFoundException', `${method} ${url.pathname} is not supported`)
      return { action: 'ListEventSourceMappings', needs: [{ action: 'lambda:ListEventSourceMappings', resource: '*' }] }
    },
    async handle({ url }: Call) {
      const source = url.searchParams.get('EventSourceArn')
      const EventSourceMappings = mappings
        .filter(({ properties }) => source === null || textOf(properties.EventSourceArn) === source)
        .map((mapping) => describe(mapping, functionArn))
      const headers = { 'content-type': 'application/json' }
      return { status: 200, headers, body: JSON.stringify({ EventSourceMappings }) }
    },
  }
}

function describe(mapping: Resource, functionArn: (name: string) => string): JsonObject {
  const { properties } = mapping
  const maximum = numberOf(objectAt(properties, 'ScalingConfig').MaximumConcurrency)
  return {
    UUID: mapping.physicalId,
    EventSourceArn: properties.EventSourceArn ?? null,
    FunctionArn: functionArn(textOf(properties.FunctionName) ?? ''),
    BatchSize: properties.BatchSize ?? null,
    State: isEnabled(mapping) ? 'Enabled' : 'Disabled',
    ...(maximum !== undefined && { ScalingConfig: { MaximumConcurrency: maximum } }),
  }
}
